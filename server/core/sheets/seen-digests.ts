// Which of very many texts came before, and in which row: by digests in flat tables, as a map of a million texts takes ten times
// the memory.
import { hash } from 'node:crypto'

const FIRST_SLOTS = 1 << 12

/** By 64 bits: two texts are taken for one in one of 30 million files of a million rows. */
export class SeenDigests {
  #slots = FIRST_SLOTS
  #count = 0
  #digests = new BigUint64Array(FIRST_SLOTS)
  /** 0: the slot is free. */
  #rows = new Uint32Array(FIRST_SLOTS)

  /** @returns the row, from 1, that had the text before; undefined: none, and this one has it now */
  first(text: string, row: number): number | undefined {
    const digest = hash('sha1', text, 'buffer').readBigUInt64LE(0)
    const at = this.#slotOf(digest)
    if (this.#rows[at]) return this.#rows[at]
    this.#put(at, digest, row)
    this.#count++
    if (this.#count * 2 > this.#slots) this.#grow()
    return undefined
  }

  #put(at: number, digest: bigint, row: number): void {
    this.#digests[at] = digest
    this.#rows[at] = row
  }

  /** That of the digest, or the free one where it goes. */
  #slotOf(digest: bigint): number {
    let at = Number(digest & BigInt(this.#slots - 1))
    while (this.#rows[at] && this.#digests[at] !== digest) at = (at + 1) & (this.#slots - 1)
    return at
  }

  #grow(): void {
    const [digests, rows] = [this.#digests, this.#rows]
    this.#slots *= 2
    this.#digests = new BigUint64Array(this.#slots)
    this.#rows = new Uint32Array(this.#slots)
    for (const [at, row] of rows.entries()) {
      const digest = digests[at]
      if (row && digest !== undefined) this.#put(this.#slotOf(digest), digest, row)
    }
  }
}
