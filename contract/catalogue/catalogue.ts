// What the company quotes and writes about: two levels of categories, products below them (spec §3, §7).
import { type Static, type TSchema, Type } from 'typebox'
import { anyOf, can, signedIn } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import {
  Choice,
  Fields,
  Id,
  Ids,
  listFields,
  Nullable,
  OneLine,
  OneOf,
  Required,
  Text,
  TreeOf,
} from '#contract/fields.ts'
import { CATALOGUE_BATCH } from '#contract/limits.ts'

const root = '/api/backend/catalogue/product'

/** Which table its prices are shown in. */
export const tableTypes = ['1', '2'] as const
export const tableTypeLabels: Readonly<Record<(typeof tableTypes)[number], string>> = { 1: '区间价', 2: '单值' }

const TableType = Choice('价格表类型', tableTypeLabels)
const Version = Type.Optional(Type.Integer({ title: '版本', minimum: 1 }))
const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })
const Flag = (title: string) => Type.Optional(Type.Boolean({ title }))
const ManyIds = (title: string) => Type.Array(Id(title), { title, minItems: 1, maxItems: CATALOGUE_BATCH })

/** Ids of categories and of products run side by side, so a category's value in the tree carries a `c`. */
export const categoryValue = (id: string) => `c${id}`

/** A category by its value in the tree (`c12`) or by its id. */
const CategoryKey = (title = '分类') =>
  Type.String({ title, pattern: '^c?[1-9][0-9]{0,18}$', messages: { pattern: `${title}不正确` } })

const Level = Type.Unsafe<1 | 2 | 3>({ type: 'integer', enum: [1, 2, 3], title: '级别' })

/**
 * spec §3 "Category-tree node": `type` and `level` are 1 and 2 for categories and 3 for products. `value` is unique in the
 * whole tree: a product's id, or `c` and a category's. `tableType` is a product's, empty for a category.
 */
const nodeFields = {
  type: Level,
  level: Level,
  value: Type.String(),
  label: Type.String(),
  isShow: Type.Boolean(),
  tableType: Type.String(),
  productId: Type.Optional(Type.String()),
  productName: Type.Optional(Type.String()),
}

const CategoryNode = Type.Object({ ...nodeFields, hasChildren: Type.Boolean() })
export type CategoryNode = Static<typeof CategoryNode>

const CategoryTree = TreeOf('CategoryTree', {
  id: Type.String(),
  parentId: Nullable(Type.String()),
  title: Type.String(),
  key: Type.String(),
  ...nodeFields,
})
export type CategoryTree = Static<typeof CategoryTree>

/**
 * From a menu outside of the data areas, returns everything that is shown: sales are not limited by editorial scope.
 * Without a menu, or from one of the data areas, the reply is limited to the actor's editorial scope.
 */
const MenuId = Type.Optional(Id('菜单'))

/** `isShow` leaves out hidden nodes and everything below them. Within the actor's editorial scope. */
export const treeAll = getCall('分类与产品的整棵树', '/api/backend/category/treeAll', signedIn, {
  query: Fields({ isShow: Flag('是否显示') }),
  data: Type.Array(CategoryTree),
})

/** The nodes below `key`, or the first level; 400 where `level` is not theirs. */
export const getAllCategory = readCall('分类树的下一级', '/api/backend/category/getAllCategory', signedIn, {
  body: Fields({ key: Type.Optional(CategoryKey('上级')), level: Type.Optional(Level), menuId: MenuId }),
  data: Type.Array(CategoryNode),
})

const FoundProduct = Type.Object({
  productId: Type.String(),
  productName: Type.String(),
  code: Type.String(),
  isShow: Type.Boolean(),
  path: Type.Array(CategoryNode, { description: 'from the first level to the product' }),
})

/** At most 50: a part of the name, of the number or of its category's name, or the id. The best matches first. */
export const getProductListByName = getCall(
  '按名称或编号查找产品',
  '/api/backend/category/getProductListByName',
  signedIn,
  {
    query: Fields({ productNameOrId: Required('产品名称或编号', 64), menuId: MenuId }),
    data: Type.Array(FoundProduct),
  },
)

/** Ids of the products below the categories. */
export const getProductIdByCategoryIds = readCall(
  '分类下的产品编号',
  '/api/backend/category/getProductIdByCategoryIds',
  signedIn,
  {
    body: Fields({ categoryIds: Type.Array(CategoryKey(), { title: '分类', maxItems: CATALOGUE_BATCH }) }),
    data: Type.Array(Type.String()),
  },
)

/** Paths of chosen nodes, by value; unknown ones, and those out of scope, are left out. */
export const getCategoryPaths = readCall('分类与产品的路径', '/api/backend/catalogue/category/paths', signedIn, {
  body: Fields({
    values: Type.Array(CategoryKey('分类或产品'), { title: '分类或产品', maxItems: CATALOGUE_BATCH }),
    menuId: MenuId,
  }),
  data: Type.Array(Type.Array(CategoryNode)),
})

const CategoryRow = TreeOf('CategoryRow', {
  id: Type.String(),
  parentId: Nullable(Type.String()),
  title: Type.String(),
  key: Type.String(),
  value: Type.String(),
  version: Type.Integer(),
  name: Type.String(),
  level: Type.Integer(),
  isShow: Type.Boolean(),
  sort: Type.Integer(),
  productCount: Type.Integer({ description: 'products below it that the actor works on' }),
})
export type CategoryRow = Static<typeof CategoryRow>

/** All categories, without products. */
export const getCategoryRows = getCall('分类列表', '/api/backend/catalogue/category/tree', can('category', 'view'), {
  data: Type.Array(CategoryRow),
})

export const addCategory = can('category', 'add')
export const editCategory = can('category', 'edit')

/**
 * Without `id` adds a category below `parentId`, with it renames one (needs the `version` read; 601 carries the row).
 */
export const saveCategory = writeCall(
  '新增或修改分类',
  '/api/backend/catalogue/category/save',
  anyOf(addCategory, editCategory),
  {
    body: Fields({
      id: Type.Optional(Id()),
      version: Version,
      parentId: Type.Optional(Nullable(Id('上级分类'))),
      name: OneLine(Required('分类名称', 32)),
    }),
    data: Saved,
  },
)

const act = <B extends TSchema, V extends 'delete' | 'open' | 'disable' | 'dragSort' | 'move'>(
  noun: 'category' | 'product',
  alias: V,
  verb: string,
  summary: string,
  body: B,
) => writeCall(summary, `/api/backend/catalogue/${noun}/${verb}`, can(noun, alias), { body })

const OneId = Fields({ id: Id() })

/** 603 lists its uses. */
export const removeCategory = act('category', 'delete', 'remove', '删除分类', OneId)
export const showCategory = act('category', 'open', 'open', '显示分类', OneId)
/** Hidden categories, and everything below them, are offered nowhere. */
export const hideCategory = act('category', 'disable', 'disable', '隐藏分类', OneId)

/** `ids` in their new order take the places that they hold now. */
export const sortCategories = act(
  'category',
  'dragSort',
  'sort',
  '调整分类顺序',
  Fields({ parentId: Nullable(Id('上级分类')), ids: ManyIds('分类') }),
)

/** Moves below another category, or to the first level, with everything in it; 600 first. */
export const moveCategory = act(
  'category',
  'move',
  'move',
  '移动分类',
  Fields({ id: Id(), parentId: Nullable(Id('上级分类')) }),
)

/** Moves everything in `id` to `targetId`, another category of its level, and deletes `id`; 600 first. */
export const mergeCategory = act(
  'category',
  'move',
  'merge',
  '合并分类',
  Fields({ id: Id(), targetId: Id('目标分类') }),
)

export const ProductQuery = Fields({
  ...listFields(['name', 'code']),
  categoryId: Type.Optional(Id('分类')),
  name: Type.Optional(Text('产品名称', 64)),
  code: Type.Optional(Text('产品编码', 32)),
  tableType: Type.Optional(TableType),
  isShow: Flag('是否显示'),
  isFiled: Flag('是否归类'),
})
export type ProductQuery = Static<typeof ProductQuery>

const ProductRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String({ title: '产品名称' }),
  code: Type.String({ title: '产品编码' }),
  categoryId: Nullable(Type.String()),
  category: Type.String({ title: '分类', description: '能源 > 原油; empty where it is not filed' }),
  unit: Type.String({ title: '计量单位' }),
  tableType: TableType,
  isShow: Type.Boolean({ title: '显示' }),
})
export type ProductRow = Static<typeof ProductRow>

/** In the order of the tree unless sorted otherwise. */
export const listProducts = readCall('产品列表', `${root}/page`, can('product', 'view'), {
  body: ProductQuery,
  data: Paged(ProductRow),
})

export const productActions = ['add', 'copy', 'edit', 'open', 'disable', 'move'] as const
export type ProductAction = (typeof productActions)[number]

const ProductChange = Type.Object({
  id: Type.String(),
  at: Type.String(),
  action: OneOf('操作', productActions),
  actorName: Type.String(),
  /** As display text; empty where there was no value. */
  fields: Type.Array(Type.Object({ label: Type.String(), before: Type.String(), after: Type.String() })),
})
export type ProductChange = Static<typeof ProductChange>

const ProductDetail = Type.Object({
  ...ProductRow.properties,
  /** Its uses by kind; kinds without a use are left out. */
  uses: Type.Array(Type.Object({ kind: Type.String(), count: Type.Integer() })),
  changes: Type.Array(ProductChange, { description: 'the newest 50' }),
})

export const getProduct = readCall('产品详情、使用情况与变更记录', `${root}/get`, can('product', 'details'), {
  body: Fields({ id: Id('产品') }),
  data: ProductDetail,
})

export const addProduct = can('product', 'add')
export const editProduct = can('product', 'edit')
export const copyProduct = can('product', 'copy')

export const productTexts = {
  name: OneLine(Required('产品名称', 64)),
  code: Type.String({
    title: '产品编码',
    pattern: '^[A-Za-z0-9._-]{0,32}$',
    messages: { pattern: '产品编码最多32位字母、数字或 . _ -' },
  }),
  unit: Text('计量单位', 16),
}

/**
 * Without `id` a new product, with it an edit (needs the `version` read; 601 carries the row). A new one is granted to who
 * added it, where they do not work on all products. `copyOf` names the product that a new one was made from.
 */
export const saveProduct = writeCall('新增或修改产品', `${root}/save`, anyOf(addProduct, editProduct, copyProduct), {
  body: Fields({
    id: Type.Optional(Id()),
    version: Version,
    copyOf: Type.Optional(Id('原产品')),
    ...productTexts,
    categoryId: Type.Unsafe<string>({
      ...CategoryKey('所属分类'),
      messages: { required: '请选择所属分类', pattern: '所属分类不正确' },
    }),
    tableType: TableType,
  }),
  data: Saved,
})

const Products = Fields({ ids: ManyIds('产品') })

/** 603 lists its uses. */
export const removeProducts = act(
  'product',
  'delete',
  'remove',
  '删除产品',
  Fields({ ids: Ids('产品', CATALOGUE_BATCH) }),
)
export const showProducts = act('product', 'open', 'open', '显示产品', Products)
export const hideProducts = act('product', 'disable', 'disable', '隐藏产品', Products)
/** `ids` in their new order take the places that they hold in their category now. */
export const sortProducts = act(
  'product',
  'dragSort',
  'sort',
  '调整产品顺序',
  Fields({ categoryId: CategoryKey(), ids: ManyIds('产品') }),
)
export const moveProducts = act(
  'product',
  'move',
  'move',
  '移动产品',
  Fields({ ids: ManyIds('产品'), categoryId: CategoryKey() }),
)
