// File names from people and browsers: cleaned before they are stored, quoted where they are sent.
import { FILE_NAME_MAX } from '#contract/limits.ts'

/**
 * Signs that no file system takes, control characters, what is invisible or turns the reading direction, and what browsers
 * write for line ends and quotes in a form.
 */
const unwanted = /(?:[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]|%0D|%0A|%22)+/giu

const withoutEnding = (name: string) => name.replace(/\.[^.]{0,16}$/, '')

/**
 * The last part of a path, without anything unwanted, with an ending that belongs to the content: `../a.jpg.php` that
 * holds a JPEG becomes `a.jpg`.
 * @param endings those of the content, without the dot; the first replaces any other ending of the name
 */
export function cleanFileName(name: string, endings: readonly [string, ...string[]]): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last.replace(unwanted, ' ').replace(/\s+/g, ' ').trim().replace(/^\.+/, '')
  const has = (text: string) => endings.find((ending) => text.toLowerCase().endsWith(`.${ending}`))
  const ending = has(clean) ?? has(withoutEnding(clean)) ?? endings[0]
  let stem = clean
  while (stem !== withoutEnding(stem) && (has(stem) || stem === clean)) stem = withoutEnding(stem)
  const short = [...stem.trim()].slice(0, FILE_NAME_MAX - ending.length - 1).join('')
  return `${short.replace(/[. ]+$/, '') || '未命名'}.${ending}`
}

/** RFC 6266: the name in ASCII for old clients, and in full. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${full}`
}
