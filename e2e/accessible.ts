// The accessibility check: axe finds nothing serious or critical. Contrast takes six sevenths of its time, so it is
// checked only on request: in the gallery in both themes, and once for each screen in the sweep.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** antd's second, zero-size list box beside an option list, to which the field's aria attributes refer. */
const TWIN = '.ant-select-dropdown [role="listbox"][style*="width: 0px"]'

/** Contrast is checked of the texts that `markLooks` marks. */
const OF_MARKED_LOOKS = `axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-look]' }] })`

/** Texts checked of each look: more than one, since another element may cover one. */
const OF_EACH_LOOK = 3

type Checked = {
  /** Selectors of the elements to check; the whole page if undefined. */
  within?: string[] | undefined
  contrast?: boolean
}

/** Marks some texts of each look: a list has a few hundred texts in its cells, but a handful of looks. */
function markLooks(page: Page, within: string[], ofEach: number): Promise<void> {
  return page.evaluate(
    ([selectors, most]) => {
      const grounds = new Map<Element, string>()
      /** Backgrounds and opacities of an element and all its ancestors. */
      const groundOf = (element: Element | null): string => {
        if (!element) return ''
        const known = grounds.get(element)
        if (known !== undefined) return known
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
        const ground = `${backgroundColor} ${backgroundImage} ${opacity}/${groundOf(element.parentElement)}`
        grounds.set(element, ground)
        return ground
      }
      const hasText = (element: Element) =>
        element.matches('input, textarea, select') ||
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      const counts = new Map<string, number>()
      for (const root of document.querySelectorAll(selectors.join())) {
        for (const element of [root, ...root.querySelectorAll('*')]) {
          element.removeAttribute('data-look')
          if (!hasText(element) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
            continue
          const { color, fontSize, fontWeight, textShadow, webkitTextFillColor } = getComputedStyle(element)
          const isOff = element.closest(':disabled, [aria-disabled="true"]') !== null
          const isEmpty = element.matches(':placeholder-shown')
          const look = [
            color,
            webkitTextFillColor,
            fontSize,
            fontWeight,
            textShadow,
            isOff,
            isEmpty,
            groundOf(element),
          ].join()
          const count = counts.get(look) ?? 0
          counts.set(look, count + 1)
          if (count < most) element.setAttribute('data-look', '')
        }
      }
    },
    [within, ofEach] as const,
  )
}

/**
 * Serious and critical violations that axe finds. Pages in the background are taken out of the document meanwhile: they
 * are hidden, but axe would read their elements, ten times as many as those that are shown.
 */
function violations(page: Page, { within, contrast }: Checked): Promise<string[]> {
  return page.evaluate(
    async ([include, exclude, runOptions]) => {
      const { axe } = window as unknown as { axe: { run: (context: object, options: object) => Promise<AxeResults> } }
      const asleep = [...document.querySelectorAll('.page-slot[data-asleep]')].map((slot) => {
        const place = document.createComment('')
        slot.replaceWith(place)
        return () => place.replaceWith(slot)
      })
      try {
        const { violations: found } = await axe.run({ ...(include && { include }), exclude: [exclude] }, runOptions)
        return found
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`)
      } finally {
        for (const putBack of asleep) putBack()
      }
    },
    [
      within,
      TWIN,
      { resultTypes: ['violations'], iframes: false, rules: { 'color-contrast': { enabled: contrast === true } } },
    ] as const,
  )
}

/**
 * Finishes all finite animations, rather than awaiting their end, which hung where elements were unmounted.
 * @returns the number of animations and of leaving elements
 */
function endMotions(): number {
  const ending = document
    .getAnimations()
    .filter((each) => each.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
  for (const each of ending) each.finish()
  return ending.length + document.querySelectorAll('[class*="-leave"]').length
}

export async function expectAccessible(page: Page, { within, contrast = false }: Checked = {}): Promise<void> {
  // a dialog that fades in has too little contrast, and one that fades out is removed while axe runs; elements that are
  // still leaving after the timeout are invisible, to axe too
  await expect
    .poll(() => page.evaluate(endMotions), { timeout: 1_000 })
    .toBe(0)
    .catch(() => {})
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axeSource}; ${OF_MARKED_LOOKS}`)
  if (contrast) await markLooks(page, within ?? ['body'], OF_EACH_LOOK)
  expect(await violations(page, { within, contrast })).toEqual([])
}
