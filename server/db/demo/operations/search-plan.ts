// What the demo company advertises: accounts, campaigns with their keywords, and what people typed.
import type { SearchSource } from '../../../../contract/operations/search-labels.ts'

export type PlannedCampaign = { name: string; groups: readonly { name: string; keywords: readonly string[] }[] }
export type PlannedAccount = {
  source: SearchSource
  name: string
  /** Relative to the largest. */
  size: number
  /** Cents of a usual click. */
  click: number
  /** Level of its reports: not everybody downloads the one of keywords. */
  level: 'campaign' | 'keyword'
  campaigns: readonly PlannedCampaign[]
}

const brand: PlannedCampaign = {
  name: '品牌词',
  groups: [{ name: '品牌核心', keywords: ['大宗数据终端', '数据终端 试用', '官网登录'] }],
}
const steel: PlannedCampaign = {
  name: '钢材价格',
  groups: [
    { name: '螺纹钢', keywords: ['螺纹钢价格', '今日螺纹钢', '螺纹钢行情'] },
    { name: '热卷板材', keywords: ['热卷价格', '冷轧板价格', '中厚板行情'] },
  ],
}
const energy: PlannedCampaign = {
  name: '能源化工',
  groups: [
    { name: '油品', keywords: ['柴油批发价格', '汽油价格走势', '液化气价格'] },
    { name: '塑料', keywords: ['聚乙烯价格', 'pp 价格', 'pvc 行情'] },
  ],
}
const metals: PlannedCampaign = {
  name: '有色金属',
  groups: [{ name: '铜铝', keywords: ['铜价走势', '铝锭价格', '碳酸锂价格'] }],
}
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
    size: 1,
    click: 620,
    level: 'keyword',
    campaigns: [brand, steel, energy, data],
  },
  { source: 'baidu', name: 'dazong-hd', size: 0.6, click: 540, level: 'keyword', campaigns: [metals, rivals] },
  { source: 'so360', name: 'dazong360', size: 0.35, click: 310, level: 'keyword', campaigns: [brand, steel, energy] },
  { source: 'sogou', name: 'dazong-sg', size: 0.2, click: 260, level: 'keyword', campaigns: [steel, metals] },
  { source: 'bing', name: 'Dazong Data', size: 0.15, click: 480, level: 'campaign', campaigns: [brand, data, energy] },
]

/** What people add to a keyword. */
export const endings = [
  ...['今日报价', '多少钱一吨', '走势图', '最新消息', '查询', '下载', '招聘', '图片', '是什么意思', '厂家电话'],
  ...['上海', '江苏', '期货', '历史数据', '一览表'],
]
