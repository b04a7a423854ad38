// Made-up data for the gallery, and loaders that succeed, fail or stay pending.
import type { Region } from '#web/kit/picker/area-cascade.rules.ts'
import type { CategoryNode } from '#web/kit/picker/category-cascader.rules.ts'
import type { TransferItem } from '#web/kit/picker/transfer-list.rules.ts'

const names: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  石油化工: {
    成品油: ['92# 汽油', '95# 汽油', '0# 柴油', '航空煤油', '燃料油 380CST'],
    芳烃: ['纯苯', '甲苯', '二甲苯', '苯乙烯'],
    塑料: ['聚乙烯 LLDPE', '聚丙烯 PP 拉丝', '聚氯乙烯 SG-5', 'ABS 树脂', '工程塑料聚碳酸酯 PC 注塑级（华东出厂）'],
  },
  钢铁: { 建筑钢材: ['螺纹钢 HRB400E 20mm', '高线 HPB300 8mm'], 板材: ['热轧卷板 Q235B', '冷轧卷板', '中厚板'] },
  有色金属: { 基本金属: ['1# 电解铜', 'A00 铝锭', '0# 锌锭'], 小金属: ['金属锂', '电解钴'] },
  农产品: { 谷物: ['玉米', '小麦'], 油脂: ['豆油', '棕榈油'] },
  停用分类: {},
}

/** For a level with more children than fit. */
const MANY = 2_000

const node = (level: 1 | 2 | 3, value: string, label: string): CategoryNode => ({
  level,
  type: level,
  value,
  label,
  isShow: true,
  tableType: 'price',
  ...(level === 3 && { productId: value, productName: label }),
})

const paths: CategoryNode[][] = Object.entries(names).flatMap(([first, seconds], i) => {
  const top = node(1, `C${i + 1}`, first)
  const below = Object.entries(seconds).flatMap(([second, products], j) => {
    const middle = node(2, `C${i + 1}0${j + 1}`, second)
    const leaves = products.map((product, k) => [top, middle, node(3, `P${i + 1}0${j + 1}0${k + 1}`, product)])
    return [[top, middle], ...leaves]
  })
  return [[top], ...below]
})

const manyTop = node(1, 'C9', '国际市场')
const manyMiddle = node(2, 'C901', '全部品种')
paths.push(
  [manyTop],
  [manyTop, manyMiddle],
  ...Array.from({ length: MANY }, (_path, i) => [manyTop, manyMiddle, node(3, `P9${i + 1}`, `品种 ${i + 1} 号`)]),
)

const last = (path: readonly CategoryNode[]) => path.at(-1)

export const loadCategories = async (parent: CategoryNode | null): Promise<CategoryNode[]> =>
  paths
    .filter((path) => path.length === (parent?.level ?? 0) + 1 && (!parent || path.at(-2)?.value === parent.value))
    .flatMap((path) => last(path) ?? [])

export const searchCategories = async (nameOrNumber: string): Promise<CategoryNode[][]> => {
  const needle = nameOrNumber.toLowerCase()
  const isHit = (each: CategoryNode | undefined) =>
    each && (each.label.toLowerCase().includes(needle) || each.value.toLowerCase() === needle)
  return paths.filter((path) => isHit(last(path)))
}

export const lookUpCategories = async (values: readonly string[]): Promise<CategoryNode[][]> =>
  paths.filter((path) => values.includes(last(path)?.value ?? ''))

export const nothing = async (): Promise<never[]> => []
export const never = (): Promise<never> => new Promise(() => undefined)
export const failing = (): Promise<never> => Promise.reject(new Error('a sample of a failure'))

/** Fails the first time, succeeds from then on. */
export function failingOnce<A extends unknown[], T>(ask: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  let isFirst = true
  return (...args) => {
    if (!isFirst) return ask(...args)
    isFirst = false
    return failing()
  }
}

const regions: Readonly<Record<string, readonly Region[]>> = {
  '': [
    { pkId: '37', regionName: '山东省' },
    { pkId: '32', regionName: '江苏省' },
    { pkId: '71', regionName: '台湾省' },
  ],
  '37': [
    { pkId: '3701', regionName: '济南市' },
    { pkId: '3703', regionName: '淄博市' },
  ],
  '32': [{ pkId: '3201', regionName: '南京市' }],
  '3701': [
    { pkId: '370102', regionName: '历下区' },
    { pkId: '370103', regionName: '市中区' },
  ],
  '3703': [
    { pkId: '370303', regionName: '张店区' },
    { pkId: '370305', regionName: '临淄区' },
  ],
  '3201': [{ pkId: '320102', regionName: '玄武区' }],
}

export const loadRegions = async (parentId: string | null): Promise<readonly Region[]> => regions[parentId ?? ''] ?? []

/** Loads the provinces, and fails below them. */
export const loadProvincesAlone = (parentId: string | null) => (parentId === null ? loadRegions(null) : failing())

const markets = ['华东', '华南', '华北', '山东', '新加坡', '鹿特丹', '韩国 FOB', '中东 CFR']

export type Price = { priceId: string; priceName: string; isStopped: boolean }

export const manyPrices: readonly Price[] = Array.from({ length: 100_000 }, (_price, i) => ({
  priceId: String(100_001 + i),
  priceName: `${markets[i % markets.length]} 价格 ${i + 1}`,
  isStopped: i % 50 === 3,
}))

export const fewPrices = manyPrices.slice(0, 6)

export const accounts: readonly TransferItem[] = Array.from({ length: 12 }, (_item, i) => ({
  key: String(i + 1),
  label: `子账号 ${String(i + 1).padStart(2, '0')}（${['采购部', '销售部', '研究院'][i % 3]}）`,
  disabled: i % 5 === 2,
}))

export const manyAccounts: readonly TransferItem[] = Array.from({ length: 10_000 }, (_item, i) => ({
  key: String(i + 1),
  label: `member_${String(i + 1).padStart(5, '0')}`,
}))
