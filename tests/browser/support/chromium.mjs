// How the tests and the measuring scripts start Debian's Chromium: quiet, and asking nobody on the network.
export const launchOptions = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
};

/** The same engine without a window and a start page, which the whole browser draws for every page that a test opens: a quarter of the time less. */
export const shellOptions = { ...launchOptions, executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell' };
