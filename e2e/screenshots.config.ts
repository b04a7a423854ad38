// `npm run screenshots`: the pictures of docs/screenshots. They test nothing, so the suite leaves them out.
import { defineConfig } from '@playwright/test'
import suite from './playwright.config.ts'

export default defineConfig({ ...suite, testMatch: 'screenshots.ts', fullyParallel: false, workers: 1 })
