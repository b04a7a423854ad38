// The two kinds of scope: which products somebody works on, and whose customers they see. Every query takes its condition
// from here, so that a row out of scope is not found.
import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { roleProducts, userProducts } from '#server/db/schema/authorisation.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { userCustomerParents, userDeputyRoles, users } from '#server/db/schema/organisation.ts'
import type { List } from '../lists/paging.ts'
import { statement, type Values } from '../lists/statements.ts'

/** Keeps the products themselves, and so works on all of them (spec §6 names the role). */
export const DATA_ADMINISTRATOR = 'sjgly'

/** The viewer: an actor, or `viewerOfStatement`. */
export type Viewer = { id: string | Placeholder; isAdministrator: boolean; roleCodes: readonly string[] }

/** For prepared statements: a viewer who does not see all; their id is the placeholder `viewerId`. */
const viewerOfStatement: Viewer = { id: sql.placeholder('viewerId'), isAdministrator: false, roleCodes: [] }

const everything = sql`true`

export const seesAllProducts = ({ isAdministrator, roleCodes }: Viewer): boolean =>
  isAdministrator || roleCodes.includes(DATA_ADMINISTRATOR)

/** Rows of a table `below(id)`: the person and everybody beneath by that link. Ends also at a stored cycle. */
const belowBy = (link: SQL) => sql`union select u.id from below join ${link} where u.deleted_at is null`
const beneath = {
  edit: belowBy(sql`${users} u on u.edit_parent_id = below.id`),
  sale: belowBy(sql`${users} u on u.sale_parent_id = below.id`),
  customer: belowBy(sql`${userCustomerParents} c on c.parent_id = below.id join ${users} u on u.id = c.user_id`),
}

/**
 * Editorial scope: a condition that a product is one that the viewer works on. Administrators and the data administrator
 * work on all; others on those assigned to a role that they hold or to themselves in such a role, and on those of the people
 * beneath them in the edit-parent tree. Nobody sees all products because somebody beneath does.
 */
export function editorialScope(viewer: Viewer, productId: SQLWrapper): SQL {
  if (seesAllProducts(viewer)) return everything
  return sql`${productId} in (with recursive below(id) as (select ${viewer.id}::bigint ${beneath.edit}),
    held(user_id, role_id) as (select u.id, u.role_id from ${users} u join below on below.id = u.id
      union select d.user_id, d.role_id from ${userDeputyRoles} d join below on below.id = d.user_id)
    select r.product_id from held join ${roleProducts} r on r.role_id = held.role_id
    union select p.product_id from held
      join ${userProducts} p on p.user_id = held.user_id and p.role_id = held.role_id)`
}

/** The person and everybody beneath in the edit-parent tree: a subquery of ids. */
export const editorsBelow = (viewerId: Viewer['id']): SQL =>
  sql`(with recursive below(id) as (select ${viewerId}::bigint ${beneath.edit}) select id from below)`

/** The products of a viewer's editorial scope, by `viewerId`. */
export const productsInScope = statement<{ id: string }>('products_in_scope', { id: products.id }, (db) =>
  db.select({ id: products.id }).from(products).where(editorialScope(viewerOfStatement, products.id)),
)

/**
 * Sales scope: a condition that an owner is the viewer or somebody beneath, in the sales-parent tree or, for service
 * staff, by customer parents. Administrators see everybody's. What nobody owns is in nobody's scope but theirs.
 */
export function salesScope(viewer: Viewer, ownerId: SQLWrapper): SQL {
  if (viewer.isAdministrator) return everything
  const tree = (kind: 'sale' | 'customer') =>
    sql`with recursive below(id) as (select ${viewer.id}::bigint ${beneath[kind]}) select id from below`
  // As an array it is found once, before anything else: the index of owners serves then, also within a condition with `or`.
  return sql`${ownerId} = any(array((${tree('sale')}) union (${tree('customer')})))`
}

/** The same as a value of a row: a row without an owner is out of scope, not null. */
export const isInSalesScope = (viewer: Viewer, ownerId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`coalesce(${salesScope(viewer, ownerId)}, false)`

/**
 * Makes a prepared query in its two forms: for who sees all, where `scope` is no condition, and for others by the placeholder
 * `viewerId`. One form for both would keep the planner from the index of owners. `suffix` tells the statement names apart.
 */
type Make<T> = (scope: (column: SQLWrapper) => SQL, suffix: '' | '_scoped') => T
const bothForms = <T>(scope: typeof salesScope, make: Make<T>) => ({
  all: make(() => everything, ''),
  scoped: make((column) => scope(viewerOfStatement, column), '_scoped'),
})

/** By editorial scope; the caller fills `viewerId`. */
export function perEditorialScope<T>(make: Make<T>): (viewer: Viewer) => T {
  const { all, scoped } = bothForms(editorialScope, make)
  return (viewer) => (seesAllProducts(viewer) ? all : scoped)
}

/** Who asks, for prepared queries by sales scope. */
export type ScopeValues = Values & { viewerId: string; seesAll: boolean }
export const scopeValues = ({ id, isAdministrator }: { id: string; isAdministrator: boolean }): ScopeValues => ({
  viewerId: id,
  seesAll: isAdministrator,
})

/** By sales scope. */
export function perSalesScope<T>(make: Make<T>): (scope: ScopeValues) => T {
  const { all, scoped } = bothForms(salesScope, make)
  return ({ seesAll }) => (seesAll ? all : scoped)
}

/** A list of customers, or of what belongs to them: it cannot be read without saying who asks. */
export function salesList<Row, Params, Sum extends string>(make: Make<List<Row, Params, Sum>>) {
  const of = perSalesScope(make)
  return Object.assign((db: Db, query: Params, scope: ScopeValues) => of(scope)(db, query, scope), {
    each: (db: Db, query: Params, scope: ScopeValues, limit: number) => of(scope).each(db, query, scope, limit),
  })
}
