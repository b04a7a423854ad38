// The dictionary: words that forms offer, kept by the staff. Which lists there are is the program's, what is in them is not.
// A row stores the word itself: a word that is changed or removed later leaves what was entered with it as it is.
import { type Static, Type } from 'typebox'
import { can, signedIn } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Fields, Id, Ids, listFields, Nothing, OneOf, Required, Text } from '../fields.ts'

export const dictionaryNames = {
  industry: '行业',
  position: '联系人职务',
  documentKind: '文档类型',
  registrationInvalid: '注册无效原因',
  orderClosed: '订单关闭原因',
} as const
export type DictionaryKey = keyof typeof dictionaryNames
export const dictionaryKeys = Object.keys(dictionaryNames) as [DictionaryKey, ...DictionaryKey[]]

/** Words of one list; more are no help in a form. */
export const DICTIONARY_WORDS = 500

const root = '/api/backend/system/dictionary'
const Dictionary = OneOf('字典', dictionaryKeys)

export const WordQuery = Fields({
  ...listFields(['word', 'updatedAt']),
  dictionary: Type.Optional(Dictionary),
  word: Type.Optional(Text('词条', 64)),
  isEnabled: Type.Optional(Type.Boolean({ title: '状态' })),
})
export type WordQuery = Static<typeof WordQuery>

const WordRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  dictionary: Dictionary,
  word: Type.String(),
  isEnabled: Type.Boolean(),
  remark: Type.String(),
  updatedAt: Type.String(),
})
export type WordRow = Static<typeof WordRow>

export const queryWords = endpoint({
  summary: '字典词条列表',
  method: 'POST',
  path: `${root}/page`,
  access: can('dictionary', 'view'),
  effect: 'read',
  body: WordQuery,
  data: Paged(WordRow),
})

/** The enabled words of a list in their order, for a form. */
export const getWords = endpoint({
  summary: '字典的可用词条',
  method: 'POST',
  path: `${root}/words`,
  access: signedIn,
  effect: 'read',
  body: Fields({ dictionary: Dictionary }),
  data: Type.Array(Type.String()),
})

const wordFields = { dictionary: Dictionary, word: Required('词条', 64), remark: Text('备注', 200) }

export const addWord = endpoint({
  summary: '新增词条',
  method: 'POST',
  path: `${root}/add`,
  access: can('dictionary', 'add'),
  effect: 'write',
  body: Fields(wordFields),
  data: Type.Object({ id: Type.String() }),
})

export const editWord = endpoint({
  summary: '编辑词条',
  method: 'POST',
  path: `${root}/edit`,
  access: can('dictionary', 'edit'),
  effect: 'write',
  body: Fields({
    id: Id('词条'),
    version: Type.Integer({ title: '版本', minimum: 1 }),
    word: wordFields.word,
    remark: wordFields.remark,
  }),
  data: Type.Object({ id: Type.String() }),
})

const many = Fields({ ids: Ids('词条') })
const act = <const A extends 'delete' | 'open' | 'disable'>(summary: string, path: string, alias: A) =>
  endpoint({
    summary,
    method: 'POST',
    path: `${root}/${path}`,
    access: can('dictionary', alias),
    effect: 'write',
    body: many,
    data: Nothing,
  })

export const removeWords = act('删除词条', 'remove', 'delete')
export const enableWords = act('启用词条', 'open', 'open')
export const disableWords = act('禁用词条', 'disable', 'disable')

/** The words that were moved take, in their new order, the places that they held. */
export const sortWords = endpoint({
  summary: '调整词条顺序',
  method: 'POST',
  path: `${root}/sort`,
  access: can('dictionary', 'dragSort'),
  effect: 'write',
  body: Fields({ dictionary: Dictionary, ids: Ids('词条', DICTIONARY_WORDS) }),
  data: Nothing,
})
