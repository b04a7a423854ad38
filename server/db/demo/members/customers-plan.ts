// Plans the demo company's customers: an enterprise with its contacts, the people who sign in, and what they use.
// Stores nothing.
import { type AccountModule, accountModuleKeys, type EnterpriseLevel } from '#contract/members/members.ts'
import { type SubProductKey, subProductOf, subProducts } from '#contract/sub-products.ts'
import { drawName } from '../names.ts'
import type { Chance } from '../random.ts'
import type { Days } from './customers-days.ts'
import { companyName, creditCode, customerMobile, drawAddress, drawPosition } from './customers-names.ts'
import { type GrantPlan, planGrants } from './grants-plan.ts'

export type Place = { id: string; name: string; city: string; province: string; code: string }
export type Owner = { id: string; userName: string; department: string }

export type Catalogue = {
  places: readonly Place[]
  /** Ids of products, by the name of their sector. */
  products: ReadonlyMap<string, readonly string[]>
  owners: readonly Owner[]
}

export type PlannedAccount = {
  subProduct: SubProductKey
  productIds: (string | null)[]
  modules: AccountModule[]
  isDisabled: boolean
  /** How many sub-accounts the member may have here: as many as there are, and some more. */
  subQuota: number
  member: PlannedMember
}

export type PlannedMember = {
  number: number
  realName: string
  loginName: string
  mobile: string
  email: string
  isSub: boolean
  isLocked: boolean
  accounts: PlannedAccount[]
}

export type PlannedEnterprise = {
  number: number
  name: string
  creditCode: string
  industry: string
  level: EnterpriseLevel
  place: Place
  address: string
  source: 'manual' | 'import' | 'registration'
  owner: Owner | null
  contacts: { name: string; position: string; mobile: string; email: string }[]
  members: PlannedMember[]
  plans: (GrantPlan<PlannedAccount> & { openedOn: number })[]
  /** In days from today. */
  createdOn: number
}

/** How many enterprises in a hundred use a sub-product; the first three carry the business. */
const shares: Readonly<Record<SubProductKey, number>> = {
  bigData: 58,
  officialWebsite: 48,
  app: 44,
  bigDataChinese: 12,
  bigDataEnglish: 8,
  englishOfficialWebsite: 7,
  overseasEnglishStation: 6,
  oilGas: 12,
  zhouzeyanjiu: 7,
  steel: 12,
  apiData: 6,
  aiWeb: 9,
  multisourceData: 6,
  embed: 3,
}

/** Which sales department looks after a province; the others are the west's. */
const territories: readonly (readonly [department: string, provinces: string])[] = [
  ['华东大区', '上海市 江苏省 浙江省 安徽省 福建省 江西省 山东省'],
  ['华北大区', '北京市 天津市 河北省 山西省 内蒙古自治区 辽宁省 吉林省 黑龙江省 河南省'],
  ['华南大区', '广东省 广西壮族自治区 海南省 湖南省 湖北省'],
]
export const departmentOf = (province: string): string =>
  territories.find(([, provinces]) => provinces.includes(province))?.[0] ?? '西部大区'

/** Most trade is in the east: of three places, the first there. */
function drawPlace(chance: Chance, { places }: Catalogue): Place {
  const drawn = [chance.pick(places), chance.pick(places), chance.pick(places)] as const
  return drawn.find(({ province }) => departmentOf(province) === '华东大区') ?? drawn[0]
}

function drawOwner(chance: Chance, { owners }: Catalogue, province: string): Owner | null {
  const drawn = chance.between(1, 100)
  const named = (name: string) => owners.find(({ userName }) => userName === name)
  if (drawn <= 9) return null
  if (drawn <= 15) return named('sales') ?? null
  if (drawn <= 19) return named('service') ?? null
  const inDepartments = (names: readonly string[]) => owners.filter(({ department }) => names.includes(department))
  const some =
    drawn <= 31
      ? inDepartments(['客户服务一部', '客户服务二部'])
      : drawn <= 35
        ? inDepartments(['海外业务部'])
        : inDepartments([departmentOf(province)])
  return some.length > 0 ? chance.pick(some) : null
}

function drawMember(chance: Chance, number: number, isSub: boolean): PlannedMember {
  const { realName, letters } = drawName(chance)
  const loginName = `${letters}${number + 101}`
  return {
    number,
    realName,
    loginName,
    mobile: customerMobile(number),
    email: chance.happens(0.7) ? `${loginName}@customer.example.com` : '',
    isSub,
    isLocked: chance.happens(0.015),
    accounts: [],
  }
}

const some = <T>(chance: Chance, from: readonly T[], count: number): T[] => {
  const rest = [...from]
  return Array.from({ length: Math.min(count, rest.length) }, () =>
    rest.splice(chance.between(0, rest.length - 1), 1),
  ).flat()
}

function drawAccount(
  chance: Chance,
  member: PlannedMember,
  subProduct: SubProductKey,
  products: string[],
): PlannedAccount {
  const isWhole = subProductOf(subProduct).grantsBy === 'whole'
  const own = member.isSub ? some(chance, products, chance.between(2, products.length)) : products
  return {
    subProduct,
    productIds: isWhole ? [null] : own,
    modules: accountModuleKeys.filter((key) =>
      chance.happens({ price: 1, news: 0.7, report: 0.4, download: 0.35 }[key]),
    ),
    isDisabled: chance.happens(0.03),
    subQuota: 0,
    member,
  }
}

export function planEnterprise(
  chance: Chance,
  days: Days,
  catalogue: Catalogue,
  { number, people, firstMember }: { number: number; people: number; firstMember: number },
): PlannedEnterprise {
  const place = drawPlace(chance, catalogue)
  const { name, industry, sector } = companyName(number, place.city.replace(/市$/, ''))
  const drawn = chance.between(1, 100)
  const isGroup = people >= 3
  const members = Array.from({ length: people }, (_, at) =>
    drawMember(chance, firstMember + at, isGroup && at > 0 && chance.happens(0.7)),
  )
  const [head] = members
  const own = some(chance, catalogue.products.get(sector) ?? [], chance.between(2, 5))
  const used = subProducts.filter(({ key }) => chance.between(1, 100) <= shares[key])
  const plans = (used.length > 0 ? used : subProducts.slice(0, 1)).flatMap(({ key }) => {
    const accounts = members
      .filter((member) => member === head || chance.happens(0.62))
      .map((member) => drawAccount(chance, member, key, own))
    for (const account of accounts) account.member.accounts.push(account)
    const subs = accounts.filter(({ member }) => member.isSub).length
    const [first] = accounts
    if (first && isGroup) first.subQuota = subs + chance.between(0, 3)
    const plan = planGrants(chance, days, accounts)
    return [{ ...plan, openedOn: plan.openedOn ?? -chance.between(5, 300) }]
  })
  const contacts = Array.from({ length: chance.between(1, 3) }, (_, at) => {
    const isHead = at === 0 && head
    const mobile = isHead ? head.mobile : customerMobile(5_000_000 + number * 3 + at)
    return {
      name: isHead ? head.realName : drawName(chance).realName,
      position: drawPosition(chance),
      mobile,
      email: isHead ? head.email : '',
    }
  })
  return {
    number,
    name,
    creditCode: chance.happens(0.85) ? creditCode(number, place.code) : '',
    industry,
    level: drawn <= 12 ? 'A' : drawn <= 45 ? 'B' : 'C',
    place,
    address: drawAddress(chance, `${place.city}${place.name}`),
    source: chance.pick(['manual', 'manual', 'import', 'registration'] as const),
    owner: drawOwner(chance, catalogue, place.province),
    contacts,
    members,
    plans,
    createdOn: Math.min(-1, ...plans.map(({ openedOn }) => openedOn)) - chance.between(0, 60),
  }
}
