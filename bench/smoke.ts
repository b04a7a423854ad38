// Each measurement once and small: whether all still run. One that breaks is tried once more, as a test is, and named.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Row } from './harness.ts'

const TRIES = 2

/** `errors` of each failed try. */
export type Tried = { name: string; isRunning: boolean; errors: string[] }

/** All that a small run can say of figures: they are there. */
function refuseMissingFigures(rows: readonly Row[]): void {
  const bad = rows.find(({ figure, against, ratio }) => /NaN|undefined|Infinity/.test(`${figure} ${against} ${ratio}`))
  if (rows.length === 0 || bad) throw new Error(`nothing was measured: ${JSON.stringify(bad ?? rows)}`)
}

/** @param renew before another try: what the first one left must not break it */
export async function smoke(name: string, measure: () => Promise<Row[]>, renew: () => Promise<void>): Promise<Tried> {
  const errors: string[] = []
  while (errors.length < TRIES) {
    try {
      if (errors.length > 0) await renew()
      refuseMissingFigures(await measure())
      return { name, isRunning: true, errors }
    } catch (error) {
      console.error(error)
      errors.push(String(error))
    }
  }
  return { name, isRunning: false, errors }
}

/** As scripts/outcome.mjs reads it. */
export function writeReport(file: string, measurements: readonly Tried[]): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ measurements }))
}
