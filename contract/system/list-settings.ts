// Each person's settings of each list: its columns, and named views (filters, order, columns). A list's key is the code
// of its menu row, `followUp-value` that of another list of the same right: without the right to see the page the calls are
// refused.
import { type Static, Type } from 'typebox'
import { signedIn } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Fields, Id, Nullable, OneLine, OneOf, Required, Text } from '#contract/fields.ts'

const root = '/api/backend/list/view'

/** Width of a column, px. */
export const COLUMN_MIN_PX = 40
export const COLUMN_MAX_PX = 1_000
const COLUMNS_MAX = 80
const FILTERS_MAX = 40
/** Views of one person in one list at most. */
export const VIEWS_MAX = 30

const ListKey = Type.String({
  title: '列表',
  pattern: '^[A-Za-z][A-Za-z0-9._-]{0,63}$',
  messages: { pattern: '列表不正确' },
})

/** The columns in their order. `width` in px, null as declared. */
const ColumnSettings = Type.Array(
  Fields({
    key: Required('列', 64),
    isShown: Type.Boolean({ title: '是否显示' }),
    isPinned: Type.Boolean({ title: '是否固定' }),
    width: Nullable(Type.Integer({ title: '列宽', minimum: COLUMN_MIN_PX, maximum: COLUMN_MAX_PX })),
  }),
  { title: '列设置', maxItems: COLUMNS_MAX },
)
export type ColumnSettings = Static<typeof ColumnSettings>
export type ColumnSetting = ColumnSettings[number]

export const getListSettings = readCall('自己的列表设置', '/api/backend/list/settings/get', signedIn, {
  body: Fields({ list: ListKey }),
  data: Type.Object({ columns: ColumnSettings, defaultViewId: Nullable(Type.String()) }),
})

/** Omitted fields stay unchanged. 20404: the person cannot see the default view. */
export const saveListSettings = writeCall('保存自己的列表设置', '/api/backend/list/settings/save', signedIn, {
  body: Fields({
    list: ListKey,
    columns: Type.Optional(ColumnSettings),
    defaultViewId: Type.Optional(Nullable(Id('视图'))),
  }),
})

/** Who sees a view besides its owner. */
const shares = ['nobody', 'role', 'everybody'] as const

/** Filters as the texts of the page's address; `sort` as in the address too: `-createdAt` is downwards. */
const viewFields = {
  name: OneLine(Required('视图名称', 32)),
  filters: Type.Array(Fields({ key: Required('筛选项', 64), text: Text('筛选值', 200) }), {
    title: '筛选条件',
    maxItems: FILTERS_MAX,
  }),
  sort: Text('排序', 65),
  columns: ColumnSettings,
  share: OneOf('共享范围', shares),
  roleId: Nullable(Id('角色')),
}

const ListView = Type.Object({
  ...viewFields,
  id: Type.String(),
  version: Type.Integer(),
  isOwn: Type.Boolean(),
  ownerName: Type.String(),
  roleName: Type.String(),
})
export type ListView = Static<typeof ListView>

/** The person's own views and those shared with them; `roles` are those with which they may share. */
export const queryListViews = readCall('列表视图', `${root}/page`, signedIn, {
  body: Fields({ list: ListKey }),
  data: Type.Object({
    views: Type.Array(ListView),
    roles: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  }),
})

const ListViewForm = Fields({
  ...viewFields,
  list: ListKey,
  id: Type.Optional(Id('视图')),
  version: Type.Optional(Type.Integer({ title: '版本', minimum: 1 })),
})
export type ListViewForm = Static<typeof ListViewForm>

/** Without `id` a new view, with it a change of one's own (`version` as read; 601 where it is older). 409: too many. */
export const saveListView = writeCall('保存列表视图', `${root}/save`, signedIn, {
  body: ListViewForm,
  data: Type.Object({ id: Type.String(), version: Type.Integer() }),
})

export const removeListView = writeCall('删除列表视图', `${root}/remove`, signedIn, {
  body: Fields({ list: ListKey, id: Id('视图') }),
})
