// The addresses that /myiframe may embed (spec §2), read from FRAME_ALLOW: 名称=https://地址, separated by commas.
import type { Frame } from '#contract/system/frames.ts'

const NAME = /^[\p{L}\p{N}_-]{1,32}$/u
const FORM = '应为 名称=https://地址，多个以逗号分隔'

/** Plain http only on this machine: an embedded page sees what people type into it. */
const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]'

function parseOne(text: string): Frame {
  const [name = '', ...rest] = text.split('=')
  const address = rest.join('=').trim()
  if (!NAME.test(name.trim()) || !URL.canParse(address)) throw new Error(FORM)
  const url = new URL(address)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new Error(`“${name.trim()}”的地址应以 https:// 开头`)
  }
  if (url.username || url.password) throw new Error(`“${name.trim()}”的地址不能带用户名和密码`)
  return { name: name.trim(), address: url.href }
}

export function parseFrameAllow(text = ''): Frame[] {
  const frames = text.split(',').flatMap((part) => (part.trim() ? [parseOne(part.trim())] : []))
  const names = new Set(frames.map(({ name }) => name))
  if (names.size < frames.length) throw new Error('名称不能重复')
  return frames
}

/** What the Content-Security-Policy lets a page embed beside its own. */
export function frameSources(frames: readonly Frame[]): string[] {
  return [...new Set(frames.map(({ address }) => new URL(address).origin))]
}
