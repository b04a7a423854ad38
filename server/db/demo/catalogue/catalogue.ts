// Categories and products of the demo company, and which of its people work on them.
import { sql } from 'drizzle-orm'
import { batches } from '#server/db/batches.ts'
import type { Tx } from '../../connection.ts'
import { roleProducts, userProducts } from '../../schema/authorisation.ts'
import { categories, newsCategories, products } from '../../schema/catalogue.ts'
import { departments, roles, users } from '../../schema/organisation.ts'
import { createChance } from '../random.ts'
import { catalogueTree } from './catalogue-tree.ts'

const SEED = 20_260_110
/** As many times the products at most, however large the staff. */
const SCALE_MAX = 20

type Product = { name: string; code: string }
type Kind = { name: string; products: Product[] }
type Sector = { name: string; unit: string; kinds: Kind[] }

const two = (number: number) => String(number).padStart(2, '0')

/** `NY 能源 元/吨` begins a category of level 1, `原油:大庆原油 胜利原油` is one of level 2 with its products. */
function readTree(): Sector[] {
  const sectors: (Sector & { letters: string })[] = []
  for (const line of catalogueTree.trim().split('\n')) {
    const [name = '', names] = line.split(':')
    const sector = sectors.at(-1)
    if (names === undefined) {
      const [letters = '', title = '', unit = ''] = line.split(' ')
      sectors.push({ letters, name: title, unit, kinds: [] })
    } else if (sector) {
      const code = `${sector.letters}${two(sector.kinds.length + 1)}`
      const ofKind = names.split(' ').map((product, at) => ({ name: product, code: `${code}${two(at + 1)}` }))
      sector.kinds.push({ name, products: ofKind })
    }
  }
  return sectors
}

const markets = ['华东', '华北', '华南', '华中', '西南', '西北', '东北', '山东', '广东']

/** The products of a larger company: those of the markets, then of further sources. */
function larger({ name, code }: Product, scale: number): Product[] {
  const more = Array.from({ length: scale - 1 }, (_, at) => {
    const market = markets[at % markets.length]
    const round = Math.floor(at / markets.length)
    return { name: `${name}（${market}${round > 0 ? round + 1 : ''}）`, code: `${code}-${at + 1}` }
  })
  return [{ name, code }, ...more]
}

/** Which sectors a department of price analysts works on. */
const sectorsOf: Readonly<Record<string, readonly string[]>> = {
  钢铁价格部: ['钢铁', '建材'],
  有色金属价格部: ['有色金属', '贵金属', '新能源材料'],
  能源化工价格部: ['能源', '化工', '橡塑'],
  农产品价格部: ['农产品', '造纸'],
}

/** Adds what is missing; a larger scale adds the rest. */
export async function addCatalogue(tx: Tx, scale: number): Promise<void> {
  const chance = createChance(SEED)
  const rows: (typeof products.$inferInsert)[] = []
  for (const [at, sector] of readTree().entries()) {
    const parentId = await addCategory(tx, { name: sector.name, level: 1, parentId: null, sort: (at + 1) * 10 })
    for (const [place, kind] of sector.kinds.entries()) {
      const categoryId = await addCategory(tx, { name: kind.name, level: 2, parentId, sort: (place + 1) * 10 })
      const all = kind.products.map((product) => ({
        product,
        own: { tableType: chance.happens(0.8) ? 1 : 2, isShow: !chance.happens(0.03) },
      }))
      const sorted = all.flatMap(({ product, own }) =>
        larger(product, Math.min(scale, SCALE_MAX)).map((each) => ({ ...each, ...own })),
      )
      rows.push(...sorted.map((each, n) => ({ ...each, categoryId, unit: sector.unit, sort: (n + 1) * 10 })))
    }
  }
  for (const batch of batches(rows)) await tx.insert(products).values(batch).onConflictDoNothing()
  await addNewsCategories(tx)
  await addGrants(tx)
}

async function addCategory(tx: Tx, row: typeof categories.$inferInsert): Promise<string> {
  const [added] = await tx.insert(categories).values(row).onConflictDoNothing().returning({ id: categories.id })
  if (added) return added.id
  const isSame = sql`${categories.name} = ${row.name} and ${categories.parentId} is not distinct from ${row.parentId}::bigint`
  const [standing] = await tx.select({ id: categories.id }).from(categories).where(isSame)
  if (!standing) throw new Error(`the category ${row.name} was not stored`)
  return standing.id
}

async function addNewsCategories(tx: Tx): Promise<void> {
  const names = ['宏观财经', '行业政策', '市场综述', '企业动态', '进出口', '装置检修']
  await tx
    .insert(newsCategories)
    .values(names.map((name, at) => ({ name, sort: (at + 1) * 10 })))
    .onConflictDoNothing()
}

/** Of each category of level 2 the first product: what every analyst refers to. */
const benchmarks = sql`select distinct on (category_id) id from ${products} where code not like '%-%'
  order by category_id, sort, id`

/**
 * Analysts have the products of their department, and the benchmarks by their role; editors and reviewers, whose work is
 * about all, have theirs by their role, and so have those who push articles and show them to customers.
 */
async function addGrants(tx: Tx): Promise<void> {
  for (const [department, sectors] of Object.entries(sectorsOf)) {
    await tx.execute(sql`insert into ${userProducts} (user_id, role_id, product_id)
      select u.id, u.role_id, p.id from ${users} u
        join ${departments} d on d.id = u.dept_id and d.name = ${department}
        join ${roles} r on r.id = u.role_id and r.code = 'priceAnalyst'
        join ${categories} one on one.level = 1 and one.name = any(${sql.param([...sectors])}::text[])
        join ${categories} two on two.parent_id = one.id
        join ${products} p on p.category_id = two.id and p.code not like '%-%'
      on conflict do nothing`)
  }
  await tx.execute(sql`insert into ${roleProducts} (role_id, product_id)
    select r.id, p.id from ${roles} r, ${products} p
    where p.code not like '%-%' and (r.code in ('newsEditor', 'reviewer', 'operations', 'sales') or r.code = 'priceAnalyst' and p.id in (${benchmarks}))
    on conflict do nothing`)
}
