export declare const launchOptions: { executablePath: string; args: string[] };
export declare const shellOptions: typeof launchOptions;
