// Both languages are complete, and the shell has no texts outside of them.
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { en } from './en.ts'
import { zh } from './zh.ts'

/** All text keys; nested ones as `group.key`. */
const keysOf = (texts: object, group = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'object' && text !== null ? keysOf(text, `${group}${key}.`) : [group + key],
  )

const HAN = /\p{Script=Han}/u

it('§3 has the same texts in Chinese and in English', () => {
  expect(keysOf(en).toSorted()).toEqual(keysOf(zh).toSorted())
})

it('§3 has no Chinese in the English texts', () => {
  const chinese = (texts: object): string[] =>
    Object.values(texts).flatMap((text: unknown) => {
      if (typeof text === 'object' && text !== null) return chinese(text)
      return HAN.test(String(text)) ? [String(text)] : []
    })
  expect(chinese(en)).toEqual([])
})

/** Strips what may contain Chinese: comments, the language's own name, and the home tab's title, which is data. */
const withoutComments = (code: string) =>
  code
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace("zh: '中文'", '')
    .replace("title: '首页'", '')

it('§3 has no Chinese outside the text files', async () => {
  const shell = join(import.meta.dirname, '..')
  const found: string[] = []
  for await (const file of glob('**/*.{ts,tsx}', { cwd: shell })) {
    if (file.startsWith('texts') || /\.test\.tsx?$/.test(file)) continue
    const lines = withoutComments(readFileSync(join(shell, file), 'utf8')).split('\n')
    found.push(...lines.filter((line) => HAN.test(line)).map((line) => `${file}: ${line.trim()}`))
  }
  expect(found).toEqual([])
})
