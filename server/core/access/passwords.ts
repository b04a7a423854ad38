// argon2id, with its parameters in the hash, so that a weaker hash is recognised and renewed at the next sign-in.
import { randomInt } from 'node:crypto'

const MEMORY_KIB = 19_456
const PASSES = 2
/** argon2id in the library's numbering, whose enum cannot be imported under isolated modules. */
const ARGON2ID = 2
const parameters = { algorithm: ARGON2ID, memoryCost: MEMORY_KIB, timeCost: PASSES, parallelism: 1 }

/** The native library is loaded at the first sign-in, not at start. */
let loaded: ReturnType<typeof load> | undefined
const load = async () => (await import('@node-rs/argon2')).default
const library = () => {
  loaded ??= load()
  return loaded
}

export async function hashPassword(password: string): Promise<string> {
  return (await library()).hash(password, parameters)
}

/** For what `generatePassword` made: nobody can try 90 random bits one by one, however quick each try is. */
export async function hashGenerated(password: string): Promise<string> {
  return (await library()).hash(password, { algorithm: ARGON2ID, memoryCost: 8, timeCost: 1, parallelism: 1 })
}

export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  // a weak hash would answer sooner, and tell that the account has never been used
  if (isWeakHash(stored)) await verifyNothing(password)
  return (await library()).verify(stored, password)
}

/** Whether a hash was made with less than today's parameters. */
export function isWeakHash(stored: string): boolean {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/.exec(stored)
  return !found || Number(found[1]) < MEMORY_KIB || Number(found[2]) < PASSES
}

let decoy: Promise<string> | undefined
/** Spends the time of a verification, so that an unknown name answers no faster than a known one. */
export async function verifyNothing(password: string): Promise<false> {
  decoy ??= hashPassword('nobody has this password')
  await (await library()).verify(await decoy, password)
  return false
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz'
const digits = '23456789'
const signs = '@*&.+_-'

/** 16 characters that meet spec §5: letters, digits and special characters of its 6-to-20 set, none easily confused. */
export function generatePassword(): string {
  const pick = (from: string) => from.charAt(randomInt(from.length))
  const body = Array.from({ length: 13 }, () => pick(letters + digits))
  return [pick(letters), ...body, pick(digits), pick(signs)].join('')
}
