import { defineConfig, devices } from '@playwright/test'

const isRoot = process.getuid?.() === 0
const { CHROMIUM_PATH, CI } = process.env

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  // three workers take as long and cause more races (record 074)
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // a test that passes at a later try is named at the end of the run (scripts/outcome.mjs)
  retries: CI ? 2 : 0,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1920, height: 1080 },
    actionTimeout: 30_000,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // No animations to wait for; they have tests of their own in appearance.spec.ts.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        ...[
          '--disable-gpu',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
          '--no-first-run',
        ],
      ],
    },
    screenshot: 'only-on-failure',
    // Tracing costs a third of the whole run: enable it by PWTRACE=retain-on-failure.
    trace: process.env.PWTRACE === 'retain-on-failure' ? 'retain-on-failure' : 'off',
  },
})
