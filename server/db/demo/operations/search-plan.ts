// What the demo company advertises: accounts, campaigns with their keywords, and what people typed.
import type { SearchSource } from '#contract/operations/search-labels.ts'

export type PlannedCampaign = { name: string; groups: readonly { name: string; keywords: readonly string[] }[] }
export type PlannedAccount = {
  source: SearchSource
  name: string
  code: string
  /** Relative to the largest. */
  size: number
  /** Cents of a usual click. */
  click: number
  /** Yuan; less than what is spent: the first is overrun. */
  budget: string | null
  /** From when on, and what of its cost is cash. */
  cash?: { daysBack: number; factor: string }
  campaigns: readonly PlannedCampaign[]
}

const forms = ['价格', '今日价格', '价格走势', '行情', '报价', '最新价格', '多少钱一吨', '价格表', '价格查询', '市场价']

const campaignOf = (name: string, groups: Readonly<Record<string, readonly string[]>>): PlannedCampaign => ({
  name,
  groups: Object.entries(groups).map(([group, things]) => ({
    name: group,
    keywords: things.flatMap((thing) => forms.map((form) => `${thing}${form}`)),
  })),
})

const brand: PlannedCampaign = {
  name: '品牌词',
  groups: [
    { name: '品牌核心', keywords: ['大宗数据终端', '数据终端 试用', '官网登录', '大宗商品行情软件', '现货价格终端'] },
  ],
}
const steel = campaignOf('钢材价格', {
  螺纹钢: ['螺纹钢', '线材', '盘螺', '圆钢'],
  热卷板材: ['热卷', '冷轧板', '中厚板', '镀锌板'],
  型钢: ['h型钢', '角钢', '槽钢', '工字钢'],
})
const energy = campaignOf('能源化工', {
  油品: ['柴油', '汽油', '液化气', '燃料油', '沥青'],
  塑料: ['聚乙烯', '聚丙烯', 'pvc', 'abs', '甲醇'],
})
const metals = campaignOf('有色金属', {
  铜铝: ['铜', '铝锭', '锌锭', '铅锭'],
  新能源: ['碳酸锂', '工业硅', '镍'],
  小金属: ['锑锭', '钨精矿', '钼铁', '硅铁'],
})
const crops = campaignOf('农产品', { 粮油: ['玉米', '豆粕', '菜粕', '棕榈油'], 软商品: ['白糖', '棉花'] })
const data: PlannedCampaign = {
  name: '行业数据',
  groups: [{ name: '数据服务', keywords: ['大宗商品数据库', '价格数据接口', '产业链数据'] }],
}
const rivals: PlannedCampaign = {
  name: '竞品词',
  groups: [{ name: '竞品', keywords: ['价格资讯网站哪个好', '钢价网站'] }],
}

export const accounts: readonly PlannedAccount[] = [
  {
    source: 'baidu',
    name: 'dazong-bj',
    code: 'bd-bj',
    size: 1,
    click: 620,
    budget: '12000',
    cash: { daysBack: 200, factor: '0.85' },
    campaigns: [brand, steel, energy, data, rivals],
  },
  {
    source: 'so360',
    name: 'dazong360',
    code: 'so-360',
    size: 0.35,
    click: 310,
    budget: '60000',
    campaigns: [brand, steel, energy],
  },
  {
    source: 'sogou',
    name: 'dazong-sg',
    code: 'sg-1',
    size: 0.2,
    click: 260,
    budget: null,
    campaigns: [steel, metals, crops],
  },
  {
    source: 'bing',
    name: 'Dazong Data',
    code: 'bing-1',
    size: 0.15,
    click: 480,
    budget: '30000',
    campaigns: [brand, data, energy],
  },
]

/** What people add to a keyword. */
export const endings = [
  ...['2026', '今天', '走势图', '最新消息', '查询', '下载', '招聘', '图片', '是什么意思', '厂家电话'],
  ...['上海', '江苏', '山东', '历史数据', '一览表'],
]
