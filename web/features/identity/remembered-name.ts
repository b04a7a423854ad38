// The user name of the last sign-in in this browser, where its owner wanted it kept.
import { readEntry, removeEntry, writeEntry } from '#web/lib/storage.ts'

const NAME = 'userName'
const isText = (content: unknown): content is string => typeof content === 'string'

/** '' where none is kept. */
export const rememberedName = (): string => readEntry('local', NAME, isText) ?? ''

/** @param name '' forgets it */
export const rememberName = (name: string): void =>
  name === '' ? removeEntry('local', NAME) : writeEntry('local', NAME, name)
