// Generates passwords that satisfy spec §5 for administrators, without ambiguous characters.

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const SIGNS = '@*&.+_-'
const LENGTH = 12

/** Uniform random integer from 0 to `limit` - 1. */
export type Draw = (limit: number) => number

function drawSecurely(limit: number): number {
  const fair = Math.floor(0x1_0000_0000 / limit) * limit
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value < fair ? value % limit : drawSecurely(limit)
}

export function generatePassword(draw: Draw = drawSecurely): string {
  const pick = (set: string) => set.charAt(draw(set.length))
  const all = LETTERS + DIGITS + SIGNS
  const characters = [pick(LETTERS), pick(DIGITS), pick(SIGNS)]
  while (characters.length < LENGTH) characters.push(pick(all))
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = draw(last + 1)
    const moved = characters[last] ?? ''
    characters[last] = characters[other] ?? ''
    characters[other] = moved
  }
  return characters.join('')
}
