/** Opens a worker whose whole program is one function of this script. */
export function blobWorker(program: (scope: never) => void): Worker {
  const address = URL.createObjectURL(new Blob([`(${program.toString()})(self)`], { type: 'text/javascript' }));
  try {
    return new Worker(address);
  } finally {
    // The worker has its address; what it points at may go as soon as it is fetched.
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}
