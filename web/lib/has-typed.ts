// Whether a text has what was typed, wherever options are filtered in the browser: by the key of texts (contract/text.ts) and by
// pinyin with all readings. Their tables are large: until they have loaded, width and case alone make no difference.
import { halfWidth } from '#contract/typed-text.ts'

type HasTyped = (text: string, typed: string) => boolean

let match: HasTyped = (text, typed) => halfWidth(text).toLowerCase().includes(halfWidth(typed).toLowerCase())
let isLoading = false

export function hasTyped(text: string, typed: string): boolean {
  if (!isLoading) {
    isLoading = true
    import('./spelled.ts').then(
      ({ hasSpelled }) => {
        match = hasSpelled
      },
      () => undefined,
    )
  }
  return match(text, typed)
}
