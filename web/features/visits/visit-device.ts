// The token of the phone that the signed-in person has bound: kept in that browser alone, each person's own.
import { currentSession } from '#web/lib/session/session.ts'
import { readEntry, writeEntry } from '#web/lib/storage.ts'

const isText = (content: unknown): content is string => typeof content === 'string'
const entryName = () => `visit-device-${currentSession()?.user_id ?? ''}`

export const deviceToken = (): { deviceToken?: string } => {
  const token = readEntry('local', entryName(), isText)
  return token === undefined ? {} : { deviceToken: token }
}

export const keepDeviceToken = (token: string): void => writeEntry('local', entryName(), token)

const names: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, '安卓手机'],
]

/** What the binding is called, for who looks at it later. */
export const deviceName = (agent = navigator.userAgent): string =>
  names.find(([pattern]) => pattern.test(agent))?.[1] ?? '浏览器'
