export function openDialog(..._all: unknown[]): void {}
