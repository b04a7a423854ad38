// What staff may work on: products in each held role, categories whose customers they serve, news categories. Nobody
// grants or revokes what they do not hold.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Fields, Id, Ids, IdsOrNone, listFields, Nullable, OneOf, Text, TreeOf } from '#contract/fields.ts'
import { GRANT_PEOPLE_MAX, GRANTS_MAX } from '#contract/limits.ts'

const root = '/api/backend/authorisation/staff'

/** spec §3 "Category-tree node"; `value` is unique in the tree: `C12` a category, `P34` a product. */
const GrantNode = TreeOf('GrantNode', {
  /** 1 and 2 category levels, 3 a product. */
  type: Type.Integer(),
  level: Type.Integer(),
  id: Type.String(),
  parentId: Nullable(Type.String()),
  key: Type.String(),
  value: Type.String(),
  label: Type.String(),
  isShow: Type.Boolean(),
  tableType: Nullable(Type.Integer()),
  productId: Nullable(Type.String()),
  productName: Nullable(Type.String()),
  /** The caller does not hold it, and so can neither grant nor revoke it. */
  disabled: Type.Boolean(),
  /** The role in the query grants it anyway. */
  byRole: Type.Boolean(),
})
export type GrantNode = Static<typeof GrantNode>

const GrantTree = Type.Array(GrantNode)
/** The list of grants, and the lists of staff and roles that open the same dialogs. */
const empowerProducts = anyOf(can('userList', 'empower'), can('productAuthorisation', 'empower'))
const empowerCategories = anyOf(can('userList', 'empower'), can('categoryAuthorisation', 'empower'))
const seeProducts = anyOf(can('userList', 'empower'), can('productAuthorisation', 'view'))
const seeCategories = anyOf(can('userList', 'empower'), can('categoryAuthorisation', 'view'), can('staff', 'add'))

const productTree = (name: string, summary: string) =>
  getCall(summary, `/api/backend/userPower/${name}`, seeProducts, {
    query: Fields({ userId: Id('员工'), roleId: Id('角色') }),
    data: GrantTree,
  })

/** 20404 where the person does not hold the role. */
export const getCategoryTreeByUser = productTree('getCategoryTreeByUser_v2', '员工在某角色下已授权的产品')
export const getNotCategoryTreeByUser = productTree('getNotCategoryTreeByUser_v2', '员工在某角色下未授权的产品')

/** Those that the person or role has afterwards. */
const ProductIds = IdsOrNone('产品', GRANTS_MAX)

/**
 * Replaces the products, does not add to them. A person holds a role once, so `userRoleId`, which names the link of
 * person and role, is the role's own id; if sent, it must equal `roleId`.
 */
export const updateUserLinkProduct = writeCall(
  '设置员工在某角色下的产品',
  '/api/backend/userPower/updateUserLinkProduct_v2',
  empowerProducts,
  {
    body: Fields({
      userId: Id('员工'),
      productIds: ProductIds,
      roleId: Id('角色'),
      userRoleId: Type.Optional(Id('员工角色')),
    }),
    data: Type.Object({ added: Type.Integer(), removed: Type.Integer() }),
  },
)

const roleProducts = { roleId: Id('角色') }

export const getRoleProducts = getCall(
  '角色的产品',
  '/api/backend/userPower/getRoleProducts',
  anyOf(can('role', 'empower'), can('staff', 'add')),
  { query: Fields(roleProducts), data: Type.Object({ tree: GrantTree, productIds: Type.Array(Type.String()) }) },
)

/** Replaces the products of the role. Holders keep theirs until the role is synchronised. */
export const updateRoleProducts = writeCall(
  '设置角色的产品',
  '/api/backend/userPower/updateRoleProducts',
  can('role', 'empower'),
  {
    body: Fields({ ...roleProducts, productIds: ProductIds }),
    data: Type.Object({ added: Type.Integer(), removed: Type.Integer() }),
  },
)

/**
 * Grants the role's products to all its holders, and revokes their other products in that role, unless `onlyAdd`. 600
 * first: losses, then gains.
 */
export const syncRoleProductPermissions = writeCall(
  '将角色的产品同步到其全部人员',
  '/api/backend/userPower/syncRoleProductPermissions',
  can('role', 'empower'),
  {
    body: Fields({ ...roleProducts, onlyAdd: Type.Optional(Type.Boolean({ title: '只增加' })) }),
    data: Type.Object({ people: Type.Integer(), added: Type.Integer(), removed: Type.Integer() }),
  },
)

const verbs = ['add', 'revoke'] as const
const UserIds = Ids('员工', GRANT_PEOPLE_MAX)
const Done = Type.Object({ added: Type.Integer(), removed: Type.Integer() })

/**
 * Grants products in the main role of each person, or revokes them in every role. 600 first; 602 where not all could be
 * done.
 */
const batchProducts = <V extends (typeof verbs)[number], A extends 'batchEmpower' | 'revokeBatchEmpower'>(
  verb: V,
  alias: A,
  summary: string,
) =>
  writeCall(
    summary,
    `/api/backend/authorisation/product/${verb}`,
    anyOf(can('userList', alias), can('productAuthorisation', alias)),
    { body: Fields({ userIds: UserIds, productIds: Ids('产品', GRANTS_MAX) }) },
  )

export const grantProducts = batchProducts('add', 'batchEmpower', '批量授权产品')
export const revokeProducts = batchProducts('revoke', 'revokeBatchEmpower', '批量取消产品授权')

/** What the caller may grant: their products as a tree. */
export const filterToGrantProductTree = getCall(
  '可授权的产品',
  '/api/backend/authorisation/product/tree',
  anyOf(
    can('productAuthorisation', 'view'),
    can('userList', 'empower'),
    can('userList', 'batchEmpower'),
    can('userList', 'revokeBatchEmpower'),
    can('staff', 'add'),
  ),
  { data: GrantTree },
)

const GrantsQuery = {
  realName: Type.Optional(Text('姓名', 32)),
  deptId: Type.Optional(Id('部门')),
  roleId: Type.Optional(Id('角色')),
}
const GrantsRow = {
  id: Type.String(),
  userName: Type.String({ title: '用户名' }),
  realName: Type.String({ title: '姓名' }),
  deptName: Type.String({ title: '部门' }),
  roleId: Type.String(),
  roleName: Type.String({ title: '角色' }),
}

export const ProductGrantsQuery = Fields({
  ...listFields(['realName', 'productCount']),
  ...GrantsQuery,
  /** Part of a product's name, or its code: finds the people who may work on it. */
  product: Type.Optional(Text('产品', 64)),
})
export type ProductGrantsQuery = Static<typeof ProductGrantsQuery>

/** A person with numbers of products: all, and those by own grants. */
const ProductGrantsRow = Type.Object({
  ...GrantsRow,
  /** Administrators and data administrators work on all products, whatever is granted. */
  seesAll: Type.Boolean(),
  productCount: Type.Integer({ title: '可用产品' }),
  ownCount: Type.Integer({ title: '个人授权' }),
})
export type ProductGrantsRow = Static<typeof ProductGrantsRow>

export const queryProductGrants = readCall(
  '产品授权列表',
  '/api/backend/authorisation/product/page',
  can('productAuthorisation', 'view'),
  { body: ProductGrantsQuery, data: Paged(ProductGrantsRow) },
)

const categoryTree = (name: string, summary: string) =>
  getCall(summary, `/api/backend/adminLinkCategory/${name}`, seeCategories, {
    query: Fields({ id: Id('员工') }),
    data: GrantTree,
  })

export const getCategoryIdTreeByLogName = categoryTree('getCategoryIdTreeByLogName', '员工服务其客户的分类')
export const getNotCategoryIdTreeByLogName = categoryTree('getNotCategoryIdTreeByLogName', '员工未服务其客户的分类')

const CategoryIds = IdsOrNone('分类', GRANTS_MAX)

/** Replaces the categories; one of level 1 is stored as its children. */
export const updateAdminLinkCategory = writeCall(
  '设置员工服务其客户的分类',
  '/api/backend/adminLinkCategory/updateAdminLinkCategory',
  empowerCategories,
  { query: Fields({ id: Id('员工') }), body: Fields({ categoryIds: CategoryIds }), data: Done },
)

export const filterToGrantCategoryTree = getCall(
  '可授权的分类',
  '/api/backend/target/filterToGrantCategoryTree',
  seeCategories,
  { data: GrantTree },
)

/** A news category with the product that it belongs to; null is general. */
const NewsCategory = Type.Object({
  id: Type.String(),
  name: Type.String(),
  productId: Nullable(Type.String()),
  productName: Nullable(Type.String()),
  disabled: Type.Boolean(),
})
export type NewsCategory = Static<typeof NewsCategory>

export const getAdminLinkNewsCategoryTwoList = readCall(
  '员工已授权与可授权的资讯分类',
  '/api/backend/adminLinkNewsCategory/getAdminLinkNewsCategoryTwoList',
  seeCategories,
  {
    body: Fields({ userId: Id('员工') }),
    data: Type.Object({ granted: Type.Array(NewsCategory), available: Type.Array(NewsCategory) }),
  },
)

/** Sets the news categories of one product, or the general ones where `productId` is null; others stay. */
export const updateAdminLinkCategoryByProductId = writeCall(
  '设置员工在某产品下的资讯分类',
  '/api/backend/adminLinkNewsCategory/updateAdminLinkCategoryByProductId',
  empowerCategories,
  {
    body: Fields({
      userId: Id('员工'),
      productId: Nullable(Id('产品')),
      categoryIds: IdsOrNone('资讯分类', GRANTS_MAX),
    }),
    data: Done,
  },
)

/** 600 first; 602 where not all could be done. `revoke` needs `revokeBatchEmpower`. */
export const updateBatchAdminLinkCategory = writeCall(
  '批量授权或取消资讯分类',
  '/api/backend/adminLinkNewsCategory/updateBatchAdminLinkCategory',
  anyOf(
    can('userList', 'batchEmpower'),
    can('categoryAuthorisation', 'batchEmpower'),
    can('userList', 'revokeBatchEmpower'),
    can('categoryAuthorisation', 'revokeBatchEmpower'),
  ),
  { body: Fields({ userIds: UserIds, verb: OneOf('操作', verbs), categoryIds: Ids('资讯分类', GRANTS_MAX) }) },
)

/** The two rights that the batch distinguishes by its verb. */
export const batchNewsRights = {
  add: anyOf(can('userList', 'batchEmpower'), can('categoryAuthorisation', 'batchEmpower')),
  revoke: anyOf(can('userList', 'revokeBatchEmpower'), can('categoryAuthorisation', 'revokeBatchEmpower')),
} as const

/** Every news category, for the batch to choose from. */
export const listNewsCategories = readCall('资讯分类', '/api/backend/authorisation/newsCategory/list', seeCategories, {
  body: Fields({}),
  data: Type.Array(NewsCategory),
})

export const CategoryGrantsQuery = Fields({
  ...listFields(['realName', 'categoryCount', 'newsCategoryCount']),
  ...GrantsQuery,
  /** Part of the name of a category whose customers they serve. */
  category: Type.Optional(Text('分类', 64)),
})
export type CategoryGrantsQuery = Static<typeof CategoryGrantsQuery>

const CategoryGrantsRow = Type.Object({
  ...GrantsRow,
  categoryCount: Type.Integer({ title: '服务的分类' }),
  newsCategoryCount: Type.Integer({ title: '资讯分类' }),
})
export type CategoryGrantsRow = Static<typeof CategoryGrantsRow>

export const queryCategoryGrants = readCall(
  '分类授权列表',
  '/api/backend/authorisation/category/page',
  can('categoryAuthorisation', 'view'),
  { body: CategoryGrantsQuery, data: Paged(CategoryGrantsRow) },
)

export const StaffQuery = Fields({ ...listFields(['realName']), ...GrantsQuery })
export type StaffQuery = Static<typeof StaffQuery>

/** A person in one held role; `id` joins both, as in `12-3`. */
const StaffRow = Type.Object({
  ...GrantsRow,
  userId: Type.String(),
  isMain: Type.Boolean({ title: '类型' }),
  productCount: Type.Integer({ title: '个人授权' }),
})
export type StaffRow = Static<typeof StaffRow>

export const queryStaff = readCall('角色人员', `${root}/page`, can('staff', 'view'), {
  body: StaffQuery,
  data: Paged(StaffRow),
})

/** One act: adds people to the role, as a deputy role, and grants them its products and categories. */
export const insertStaff = writeCall('将人员加入角色，并授予产品与分类', `${root}/insert`, can('staff', 'add'), {
  body: Fields({
    roleId: Id('角色'),
    userIds: Ids('人员', GRANT_PEOPLE_MAX),
    productIds: ProductIds,
    categoryIds: CategoryIds,
  }),
  data: Type.Object({ people: Type.Integer() }),
})

/**
 * Replaces the main role; products granted in the old one stay until they are revoked. 409 for a role that holds more
 * than the caller.
 */
export const setStaffRole = writeCall('更换人员的主角色', `${root}/setRole`, can('staff', 'setRole'), {
  body: Fields({ userId: Id('员工'), roleId: Id('角色') }),
})

/** Removes a deputy role, with its products, from a person. A main role is replaced by `setStaffRole`. */
export const removeStaff = writeCall('将人员移出角色', `${root}/remove`, can('staff', 'delete'), {
  body: Fields({ userId: Id('员工'), roleId: Id('角色') }),
})
