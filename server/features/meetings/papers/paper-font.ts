// The font of papers: Noto Sans SC (SIL Open Font License, NotoSansSC-OFL.txt), 10 MB, read when a paper is made.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** TrueType outlines: pdfkit embeds fonts with CFF outlines wrongly. */
const FILE = join(import.meta.dirname, 'NotoSansSC-Regular.ttf')

export const readPaperFont = () => readFile(FILE)

export type MissingCharacter = { character: string; names: string[] }

/** Characters of `texts` that the font has no glyph for, each with the texts that contain it; they would print as boxes. */
export async function missingCharacters(texts: Iterable<string>): Promise<MissingCharacter[]> {
  const { create } = await import('fontkit')
  const font = create(await readPaperFont())
  if (!('hasGlyphForCodePoint' in font)) throw new Error('the font of papers is a collection')
  const missing = new Map<string, Set<string>>()
  const known = new Map<string, boolean>()
  for (const text of texts)
    for (const character of text) {
      const hasGlyph = known.get(character) ?? font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
      known.set(character, hasGlyph)
      if (hasGlyph) continue
      const names = missing.get(character) ?? new Set()
      missing.set(character, names.add(text))
    }
  return [...missing].map(([character, names]) => ({ character, names: [...names] }))
}
