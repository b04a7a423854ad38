import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentsOf, contrast, type Mode, neutrals } from './palette.ts'

const modes = ['light', 'dark'] as const satisfies Mode[]
const TEXT = 4.5

const css = readFileSync(join(import.meta.dirname, '../../styles/base.css'), 'utf8')
const blocks: Record<Mode, string> = {
  light: /:root \{([^}]*)\}/.exec(css)?.[1] ?? '',
  dark: /:root\[data-theme="dark"\][^{]*\{([^}]*)\}/.exec(css)?.[1] ?? '',
}
const variable = (mode: Mode, name: string) => {
  const found = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(blocks[mode])?.[1]
  if (!found) throw new Error(`--${name} is not a colour in ${mode} mode`)
  return found
}
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

describe.each(modes)('the colours of %s mode', (mode) => {
  const { page, surface, fill } = neutrals[mode]

  it('are the same in base.css and in the antd theme', () => {
    for (const [name, colour] of Object.entries(neutrals[mode])) expect(variable(mode, kebab(name)), name).toBe(colour)
    const { accent, ink, tint, tintStrong } = accentsOf('#409EFF', mode)
    for (const [name, colour] of Object.entries({ accent, ink, tint, tintStrong }))
      expect(variable(mode, kebab(name)), name).toBe(colour)
  })

  it.each(['text', 'textSoft', 'textFaint', 'danger', 'success', 'warning'] as const)(
    'keep %s readable on every surface',
    (name) => {
      for (const under of [page, surface, fill])
        expect(contrast(neutrals[mode][name], under)).toBeGreaterThanOrEqual(TEXT)
    },
  )

  it('keep alert texts readable on their backgrounds', () => {
    for (const name of ['danger', 'success', 'warning'])
      expect(contrast(variable(mode, name), variable(mode, `${name}-tint`)), name).toBeGreaterThanOrEqual(TEXT)
    expect(contrast(variable(mode, 'text'), variable(mode, 'fill-strong'))).toBeGreaterThanOrEqual(TEXT)
  })

  it('§3 give any chosen colour a readable ink on every surface, and readable text on it', () => {
    const part = fc.integer({ min: 0, max: 0xffffff })
    fc.assert(
      fc.property(part, (number) => {
        const { accent, ink, inkHover, inkActive, tint, tintStrong } = accentsOf(
          `#${number.toString(16).padStart(6, '0')}`,
          mode,
        )
        for (const shade of [ink, inkHover, inkActive])
          for (const under of [page, surface, fill, tint, tintStrong])
            expect(contrast(shade, under)).toBeGreaterThanOrEqual(TEXT)
        expect(contrast(accent, surface)).toBeGreaterThanOrEqual(2.6)
      }),
      { numRuns: 2_000, examples: [[0], [0xffffff], [0xffee00], [0x409eff], [0x808080]] },
    )
  })
})

it('§3 keeps the default colour unchanged, and shades keep their hue', () => {
  for (const mode of modes) expect(accentsOf('#409EFF', mode).accent).toBe('#409eff')
  expect(accentsOf('#ffffff', 'light').ink).toMatch(/^#(..)\1\1$/)
  expect(accentsOf('#e64980', 'light').ink).toBe('#c31b56')
})

it('defines colours only in base.css, in no other style sheet or component', async () => {
  const web = join(import.meta.dirname, '../..')
  const found: string[] = []
  for await (const file of glob('**/*.{css,tsx}', { cwd: web })) {
    if (file === join('styles', 'base.css') || file.endsWith('.test.tsx')) continue
    const text = readFileSync(join(web, file), 'utf8')
    if (/["'`:\s(]#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i.test(text)) found.push(file)
  }
  expect(found).toEqual([])
})
