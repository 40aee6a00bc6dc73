// Hands the real environment's reference folder to getenv() in the tests compiled to WebAssembly.
Module.preRun = [() => { ENV.SQRT_DK_REFERENCE = process.env.SQRT_DK_REFERENCE || ''; }];
