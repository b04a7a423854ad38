// The dictionary: words that forms offer, edited by the staff. The program defines the lists, the staff their words.
// Rows store the word itself, so that changing or removing a word does not affect what was entered with it.
import { Type } from 'typebox'
import { can, signedIn } from '#contract/access.ts'
import { type BodyOf, readCall, writeCall } from '#contract/endpoint.ts'
import { Fields, Ids, Moment, OneLine, OneOf, Required, Text } from '#contract/fields.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'

export const dictionaryNames = {
  industry: '行业',
  position: '联系人职务',
  documentKind: '文档类型',
  registrationInvalid: '注册无效原因',
  orderClosed: '订单关闭原因',
  /** The remark is the English for it. */
  articleTerm: '资讯术语',
  /** Neither asked nor answered. */
  aiSensitive: 'AI 敏感词',
} as const
export type DictionaryKey = keyof typeof dictionaryNames
export const dictionaryKeys = Object.keys(dictionaryNames) as [DictionaryKey, ...DictionaryKey[]]

/** Words of one list; more are no help in a form. */
export const DICTIONARY_WORDS = 500

const root = '/api/backend/system/dictionary'
const Dictionary = OneOf('字典', dictionaryKeys)

const fields = { word: OneLine(Required('词条', 64)), remark: Text('备注', 200) }

export const wordCalls = rowCalls({
  noun: '词条',
  path: root,
  menu: 'dictionary',
  fields,
  onlyNew: { dictionary: Dictionary },
  query: {
    dictionary: Dictionary,
    word: contains(fields.word),
    isEnabled: Type.Boolean({ title: '状态' }),
    /** Whether its list has the word twice, typed otherwise, from before words were compared by their keys. */
    isDouble: Type.Boolean({ title: '重复' }),
  },
  sortable: ['word', 'updatedAt'],
  row: { ...fields, dictionary: Dictionary, isEnabled: Type.Boolean({ title: '状态' }), updatedAt: Moment('更新时间') },
  with: ['open', 'disable'],
})
export type WordQuery = BodyOf<typeof wordCalls.list>
export type WordRow = RowOf<typeof wordCalls>

/** The enabled words of a list in their order, for a form. */
export const getWords = readCall('字典的可用词条', `${root}/words`, signedIn, {
  body: Fields({ dictionary: Dictionary }),
  data: Type.Array(Type.String()),
})

/** The words that were moved take, in their new order, the places that they held. */
export const sortWords = writeCall('调整词条顺序', `${root}/sort`, can('dictionary', 'dragSort'), {
  body: Fields({ dictionary: Dictionary, ids: Ids('词条', DICTIONARY_WORDS) }),
})
