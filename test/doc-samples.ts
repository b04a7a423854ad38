// Programs that stand in the documentation, run as they stand there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Verify = (headers: Record<string, unknown>, body: string, secret: string, now?: number) => boolean

/** The verification of webhooks in docs/ENTITLEMENTS.md. */
export async function readVerification(): Promise<Verify> {
  const text = readFileSync(join(import.meta.dirname, '../docs/ENTITLEMENTS.md'), 'utf8')
  const source = /```js\n([\s\S]*?isGenuine[\s\S]*?)```/.exec(text)?.[1] ?? ''
  const sample = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  return sample.isGenuine as Verify
}
