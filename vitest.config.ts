import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    // for what hangs: what is only slow, on a machine that has other things to do, is no failure
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    // a test that passes at its second try is named at the end of the run (scripts/outcome.mjs)
    retry: process.env.CI ? 1 : 0,
    // Files share a process and with it what they import, which costs more than the tests themselves. What is a test's own (a
    // server, a database, caches) hangs on the server that it opened; globals and modules it gives back.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{contract,server,test,scripts,bench}/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
        },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.ts'] } },
    ],
  },
})
