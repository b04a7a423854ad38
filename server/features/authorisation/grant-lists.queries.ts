// Lists of staff with their products and categories.
import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import type {
  CategoryGrantsQuery,
  CategoryGrantsRow,
  ProductGrantsQuery,
  ProductGrantsRow,
  StaffQuery,
  StaffRow,
} from '#contract/authorisation/grants.ts'
import { ADMINISTRATOR } from '#server/core/access/actors.ts'
import { DATA_ADMINISTRATOR } from '#server/core/access/scope.ts'
import { type Filter, hasName, list, nameHas } from '#server/core/lists/paging.ts'
import type { Db } from '#server/db/connection.ts'
import { userCategories, userNewsCategories, userProducts } from '#server/db/schema/authorisation.ts'
import { categories, products } from '#server/db/schema/catalogue.ts'
import { departments, roles, userDeputyRoles, users } from '#server/db/schema/organisation.ts'
import { productsOf, rolesOf } from './grants.queries.ts'

const usersId = sql`${users}.id`

const person = {
  id: users.id,
  userName: users.userName,
  realName: users.realName,
  deptName: departments.name,
  roleId: roles.id,
  roleName: roles.name,
}

const byName = sql`${users.realName} collate "zh-x-icu"`

/** A department includes everything below it. */
const inDepartment: Filter = {
  where: sql`${users.deptId} in (with recursive below(id) as (select ${sql.placeholder('deptId')}::bigint
    union select d.id from ${departments} d join below on d.parent_id = below.id) select id from below)`,
}
/** Main or deputy role. */
const hasRole: Filter = {
  where: sql`(${users.roleId} = ${sql.placeholder('roleId')} or exists (select 1 from ${userDeputyRoles} d
    where d.user_id = ${users.id} and d.role_id = ${sql.placeholder('roleId')}))`,
}

const live = isNull(users.deletedAt)
const countPeople = (db: Db, where: SQL) => db.select({ n: sql`1` }).from(users).where(where)

const productCount = sql<number>`(select count(*)::int from ${productsOf(usersId)} as held)`
const ownCount = sql<number>`(select count(distinct up.product_id)::int from ${userProducts} up where up.user_id = ${usersId}
  and up.role_id in ${rolesOf(usersId)})`
const seesAll = sql<boolean>`exists (select 1 from ${roles} r where r.code in (${ADMINISTRATOR}, ${DATA_ADMINISTRATOR})
  and r.id in ${rolesOf(usersId)})`
const productRow = { ...person, seesAll, productCount, ownCount }
const needle = nameHas(products.name, 'product', products.spelling)

export const listProductGrants = list<ProductGrantsRow, ProductGrantsQuery>({
  name: 'product_grants',
  always: live,
  filters: {
    realName: nameHas(users.realName, 'realName', users.spelling),
    deptId: inDepartment,
    roleId: hasRole,
    product: {
      ...needle,
      where: sql`(${seesAll} or exists (select 1 from ${products} where (${hasName(products.name, sql.placeholder('product'), products.spelling)}
        or text_key(${products.code}) like ${sql.placeholder('product')}) and ${products.id} in ${productsOf(usersId)}))`,
    },
  },
  sorts: { realName: byName, productCount },
  usual: byName,
  tie: users.id,
  fields: productRow,
  rows: (db) =>
    db
      .select(productRow)
      .from(users)
      .innerJoin(departments, eq(departments.id, users.deptId))
      .innerJoin(roles, eq(roles.id, users.roleId)),
  matches: countPeople,
})

const categoryCount = sql<number>`(select count(*)::int from ${userCategories} uc where uc.user_id = ${usersId})`
const newsCategoryCount = sql<number>`(select count(*)::int from ${userNewsCategories} un where un.user_id = ${usersId})`
const categoryRow = { ...person, categoryCount, newsCategoryCount }

export const listCategoryGrants = list<CategoryGrantsRow, CategoryGrantsQuery>({
  name: 'category_grants',
  always: live,
  filters: {
    realName: nameHas(users.realName, 'realName', users.spelling),
    deptId: inDepartment,
    roleId: hasRole,
    category: {
      ...nameHas(categories.name, 'category'),
      where: sql`exists (select 1 from ${categories} join ${userCategories} uc on uc.category_id = ${categories.id}
        where text_key(${categories.name}) like ${sql.placeholder('category')} and uc.user_id = ${users.id})`,
    },
  },
  sorts: { realName: byName, categoryCount, newsCategoryCount },
  usual: byName,
  tie: users.id,
  fields: categoryRow,
  rows: (db) =>
    db
      .select(categoryRow)
      .from(users)
      .innerJoin(departments, eq(departments.id, users.deptId))
      .innerJoin(roles, eq(roles.id, users.roleId)),
  matches: countPeople,
})

/** One row for each person and held role. */
const held = sql`(select u.id as user_id, u.role_id, true as is_main from ${users} u
  union all select d.user_id, d.role_id, false from ${userDeputyRoles} d) as held`
const staffRow = {
  ...person,
  id: sql<string>`held.user_id || '-' || held.role_id`,
  userId: users.id,
  isMain: sql<boolean>`held.is_main`,
  productCount: sql<number>`(select count(*)::int from ${userProducts} up
    where up.user_id = held.user_id and up.role_id = held.role_id)`,
}

export const listStaff = list<StaffRow, StaffQuery>({
  name: 'staff',
  always: live,
  filters: {
    realName: nameHas(users.realName, 'realName', users.spelling),
    deptId: inDepartment,
    roleId: { where: sql`held.role_id = ${sql.placeholder('roleId')}` },
  },
  sorts: { realName: byName },
  usual: sql`${roles.sort} asc, ${byName}`,
  tie: sql`(held.user_id, held.role_id)`,
  fields: staffRow,
  rows: (db) =>
    db
      .select(staffRow)
      .from(users)
      .innerJoin(held, sql`held.user_id = ${users.id}`)
      .innerJoin(departments, eq(departments.id, users.deptId))
      .innerJoin(roles, sql`${roles.id} = held.role_id`),
  matches: (db, where) =>
    db.select({ n: sql`1` }).from(users).innerJoin(held, sql`held.user_id = ${users.id}`).where(where),
})
