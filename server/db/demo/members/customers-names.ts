// Names of companies that do not exist: a place, an invented word, a trade; with the numbers by which they are known.
import type { ContactRole } from '#contract/members/members.ts'
import type { Chance } from '../random.ts'

/** First and second half of the invented word: seldom characters, so that no real company answers to it. */
const heads = '岚钧稷砚珩垣朔澍棠隽烁峤璟堃沅霁煦铎栎翊'
const tails = '屹泓骁旻桓溯琮昶彧衡岑劭骐珞榷霖垚暄湛熠'
const PAIRS = heads.length * tails.length

/** A trade, its industry, the sector of products that it lives by, and whether it makes or trades. */
const trades = [
  ['钢贸', '钢材贸易', '钢铁'],
  ['特钢', '钢铁冶炼', '钢铁'],
  ['钢铁物流', '物流仓储', '钢铁'],
  ['板材加工', '机械制造', '钢铁'],
  ['管业', '机械制造', '钢铁'],
  ['再生资源', '其他', '钢铁'],
  ['矿业', '钢铁冶炼', '钢铁'],
  ['铜业', '有色金属', '有色金属'],
  ['铝业', '有色金属', '有色金属'],
  ['锌材', '有色金属', '有色金属'],
  ['稀土新材', '有色金属', '有色金属'],
  ['线缆', '机械制造', '有色金属'],
  ['贵金属', '有色金属', '贵金属'],
  ['石油化工', '化工', '化工'],
  ['精细化工', '化工', '化工'],
  ['化工贸易', '化工', '化工'],
  ['化纤', '化工', '化工'],
  ['农化', '化工', '化工'],
  ['燃气', '天然气', '能源'],
  ['能源', '电力', '能源'],
  ['煤炭运销', '煤炭焦化', '能源'],
  ['油品销售', '石油炼化', '能源'],
  ['塑胶', '塑料橡胶', '橡塑'],
  ['橡胶', '塑料橡胶', '橡塑'],
  ['包装材料', '塑料橡胶', '橡塑'],
  ['新能源', '有色金属', '新能源材料'],
  ['锂电材料', '有色金属', '新能源材料'],
  ['光伏科技', '有色金属', '新能源材料'],
  ['建材', '建筑工程', '建材'],
  ['水泥', '建筑工程', '建材'],
  ['建设工程', '建筑工程', '钢铁'],
  ['玻璃', '建筑工程', '建材'],
  ['粮油', '农产品', '农产品'],
  ['饲料', '农产品', '农产品'],
  ['牧业', '农产品', '农产品'],
  ['纸业', '其他', '造纸'],
  ['期货', '期货与投资', '有色金属'],
  ['供应链管理', '物流仓储', '能源'],
  ['重工机械', '机械制造', '钢铁'],
  ['汽车零部件', '汽车', '有色金属'],
] as const

const forms = ['有限公司', '股份有限公司', '集团有限公司', '实业有限公司'] as const
const UNIQUE = PAIRS * trades.length

export type CompanyName = { name: string; word: string; industry: string; sector: string }

/** The company of that number: word, trade and form together are of no other one, whatever the place. */
export function companyName(number: number, place: string): CompanyName {
  const pair = (number * 7_919) % PAIRS
  const round = Math.floor(number / PAIRS)
  const [trade, industry, sector] = trades[(round + pair * 7 + number) % trades.length] ?? trades[0]
  const form = forms[Math.floor(number / UNIQUE) % forms.length] ?? ''
  const word = `${heads[Math.floor(pair / tails.length)]}${tails[pair % tails.length]}`
  return { name: `${place}${word}${trade}${form}`, word, industry, sector }
}

const digits = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** A unified social credit code with its check digit (GB 32100): a company's, of that region, by its number. */
export function creditCode(number: number, regionCode: string): string {
  let rest = number
  let own = ''
  for (let place = 0; place < 5; place++) {
    own = `${digits[rest % digits.length]}${own}`
    rest = Math.floor(rest / digits.length)
  }
  const body = `91${regionCode.padEnd(6, '0').slice(0, 6)}MADM${own}`
  const sum = [...body].reduce((total, each, at) => total + digits.indexOf(each) * (3 ** at % 31), 0)
  return `${body}${digits[(31 - (sum % 31)) % 31]}`
}

/** Of the unassigned range 1000…; different for each number below ten million. */
export const customerMobile = (number: number): string =>
  `1000${String((number * 48_611 + 17) % 10_000_000).padStart(7, '0')}`

const positions = '采购经理 采购经理 总经理 市场经理 研究员 业务员 销售经理 财务 信息技术 副总经理'.split(' ')
export const drawPosition = (chance: Chance): string => chance.pick(positions)

/** What people in a position decide about. */
export function contactRoleOf(position: string): ContactRole {
  if (position.endsWith('总经理')) return 'decision'
  if (position === '采购经理') return 'purchase'
  return position === '财务' ? 'finance' : 'use'
}

const streets = [
  '建设路',
  '人民路',
  '工业大道',
  '滨江路',
  '科技园路',
  '中山路',
  '迎宾大道',
  '解放路',
  '创业路',
  '港口路',
]
export const drawAddress = (chance: Chance, district: string): string =>
  `${district}${chance.pick(streets)}${chance.between(1, 980)}号`
