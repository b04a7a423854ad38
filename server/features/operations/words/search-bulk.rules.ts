// Marked words in the form that an account's own bulk import takes.
import type { AccountMark, SearchSource, WordMatch } from '#contract/operations/search-labels.ts'

type Word = { campaign: string; word: string; match: WordMatch }
type Form = { encoding: 'gbk' | 'utf-8'; columns: string[]; rows: string[][] }

const chinese: Readonly<
  Record<
    Exclude<SearchSource, 'bing'>,
    { campaign: string; excluded: string; wanted: string; exact: string; phrase: string }
  >
> = {
  baidu: {
    campaign: '推广计划名称',
    excluded: '否定关键词',
    wanted: '关键词名称',
    exact: '精确匹配',
    phrase: '短语匹配',
  },
  so360: { campaign: '推广计划', excluded: '否定关键词', wanted: '关键词', exact: '精确', phrase: '短语' },
  sogou: { campaign: '推广计划名称', excluded: '否定词', wanted: '关键词', exact: '精确匹配', phrase: '短语匹配' },
  other: { campaign: '计划', excluded: '否定关键词', wanted: '关键词', exact: '精确匹配', phrase: '短语匹配' },
}

export function bulkForm(source: SearchSource, mark: AccountMark, words: readonly Word[]): Form {
  if (source === 'bing') {
    const type = mark === 'excluded' ? 'Campaign Negative Keyword' : 'Keyword'
    return {
      encoding: 'utf-8',
      columns: ['Type', 'Name', 'Campaign', 'Keyword', 'Match Type'],
      rows: [
        ['Format Version', '6.0', '', '', ''],
        ...words.map(({ campaign, word, match }) => [type, '', campaign, word, match === 'exact' ? 'Exact' : 'Phrase']),
      ],
    }
  }
  const { campaign, ...names } = chinese[source]
  return {
    encoding: source === 'baidu' ? 'gbk' : 'utf-8',
    columns: [campaign, names[mark], '匹配模式'],
    rows: words.map((word) => [word.campaign, word.word, names[word.match]]),
  }
}

/** Node decodes GBK, but does not encode it. */
let codes: Map<string, number> | undefined
function gbkCodes(): Map<string, number> {
  if (codes) return codes
  codes = new Map()
  const decoder = new TextDecoder('gbk')
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const sign = decoder.decode(Uint8Array.of(lead, trail))
      if (sign.length === 1 && sign !== '\ufffd' && !codes.has(sign)) codes.set(sign, lead * 256 + trail)
    }
  }
  return codes
}

/** What GBK does not have becomes `?`, as spreadsheets do. */
export function encodeGbk(text: string): Buffer {
  const known = gbkCodes()
  const bytes: number[] = []
  for (const sign of text) {
    const code = sign.charCodeAt(0) < 0x80 ? sign.charCodeAt(0) : (known.get(sign) ?? 0x3f)
    if (code > 0xff) bytes.push(code >> 8)
    bytes.push(code & 0xff)
  }
  return Buffer.from(bytes)
}
