// The accessibility check: axe finds nothing serious or critical in what is open. Contrast, two thirds of its time, is asked
// where it is the question: in the gallery in both themes, and once for each screen in the sweep.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** antd's twin of an option list, of no size: its field names it. */
const TWIN = '.ant-select-dropdown [role="listbox"][style*="width: 0px"]'

type Asked = {
  /** Selectors of what is looked at; the whole page where there is none. */
  within?: string[]
  contrast?: boolean
}

export async function expectAccessible(page: Page, { within, contrast = false }: Asked = {}): Promise<void> {
  await page.evaluate(async () => {
    // A dialog that is still fading in has the contrast of a ghost.
    const ending = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.all(ending.map((each) => each.finished.catch(() => null)))
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const options: RunOptions = {
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: contrast } },
    iframes: false,
  }
  const told = await page.evaluate(
    async ([include, exclude, asked]) => {
      const { axe } = window as unknown as { axe: { run: (context: object, options: object) => Promise<AxeResults> } }
      const { violations } = await axe.run({ ...(include && { include }), exclude: [exclude] }, asked)
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`)
    },
    [within, TWIN, options] as const,
  )
  expect(told).toEqual([])
}
