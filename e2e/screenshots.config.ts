// `npm run screenshots`: the pictures of docs/screenshots. Not part of the suite, since they assert nothing.
import { defineConfig } from '@playwright/test'
import suite from './playwright.config.ts'

export default defineConfig({ ...suite, testMatch: 'screenshots.ts', fullyParallel: false, workers: 1 })
