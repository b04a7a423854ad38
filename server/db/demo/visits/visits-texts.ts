// Places, names and sentences of the demo company's visits.
import type { SiteCapacity } from '#contract/visits/visit-enterprises.ts'
import type { SiteKind, TalkMood } from '#contract/visits/visit-labels.ts'

export const cities = [
  '宁波市',
  '苏州市',
  '无锡市',
  '南京市',
  '杭州市',
  '青岛市',
  '淄博市',
  '唐山市',
  '广州市',
  '惠州市',
  '武汉市',
  '大连市',
] as const

export const brands = [
  '海晟',
  '华泽',
  '东恒',
  '金瑞',
  '联众',
  '远航',
  '宏达',
  '润丰',
  '天元',
  '中盛',
  '百川',
  '嘉禾',
] as const

export const suffixes: Readonly<Record<SiteKind, readonly string[]>> = {
  mill: ['化工有限公司', '钢铁有限公司', '石化有限公司'],
  trader: ['国际贸易有限公司', '供应链管理有限公司'],
  warehouse: ['仓储有限公司', '物流有限公司'],
  port: ['港务有限公司', '码头有限公司'],
  consumer: ['塑业有限公司', '机械制造有限公司'],
  other: ['实业有限公司'],
}

export const capacities: Readonly<Record<SiteKind, readonly string[]>> = {
  mill: ['年产 60 万吨，两条线交替检修', '年产 120 万吨，满产约八成', '设计能力 35 万吨/年'],
  trader: ['月均贸易量约 1.5 万吨', '年贸易量 30 万吨'],
  warehouse: ['罐容 12 万立方米', '库容 8 万吨，室内 3 万吨'],
  port: ['两个 5 万吨级泊位，堆场 20 万平方米', '三个 3 万吨级泊位'],
  consumer: ['月用量约 2,000 吨', '月用量 600～800 吨'],
  other: ['—'],
}

/** A plant in numbers: how much of a product, and its devices. */
export const plants: Readonly<Record<SiteKind, { unit: SiteCapacity['unit']; most: number; device: string }>> = {
  mill: { unit: '万吨/年', most: 120, device: '生产线' },
  trader: { unit: '万吨/年', most: 40, device: '' },
  warehouse: { unit: '万吨', most: 15, device: '行车' },
  port: { unit: '万吨/年', most: 900, device: '卸船机' },
  consumer: { unit: '吨/月', most: 3_000, device: '加工线' },
  other: { unit: '吨', most: 100, device: '' },
}

export const devices = ['两套装置，2019 年投产', '一套主装置，年修一次', '四台行车，一条铁路专用线', ''] as const
export const streets = [
  '经济开发区纬三路 18 号',
  '化工园区兴港路 6 号',
  '临港工业区海丰路 99 号',
  '高新区科创大道 201 号',
] as const
export const surnames = ['陈', '林', '周', '吴', '徐', '孙', '马', '朱', '胡', '郭'] as const
export const posts = ['采购经理', '销售总监', '生产科长', '仓库主管', '总经理助理'] as const

export const aims = [
  '了解库存与开工情况',
  '回访数据使用情况，谈续费',
  '核对当地成交价',
  '了解检修计划和新装置进度',
  '走访码头，看到港与库存',
] as const

export const results: Readonly<Record<TalkMood, readonly string[]>> = {
  up: [
    '下游补库积极，工厂预售已到下月中旬，报价上调 30～50 元；对后市较有信心。',
    '本周排队提货，现货偏紧，主流规格已有缺货，贸易商惜售。',
  ],
  steady: [
    '成交平稳，以长约为主，现货零星成交；库存与上周基本持平，工厂没有调价打算。',
    '客户每天看我们的日评，建议增加周边库区数据；市场方面观望为主。',
  ],
  down: [
    '库存压力较大，比上月高约两成，工厂有让利出货意向；下游按需采购。',
    '新装置下月投料，市场普遍看淡，贸易商降低库存，成交重心下移。',
  ],
}

export const stocks = ['约 2 万吨，偏高', '3,500 吨左右，正常', '不足一周用量', '罐位七成', '基本无库存'] as const
export const nexts = ['发送报价方案', '再看库存变化', '约技术部演示数据终端', '核对检修时间'] as const
export const cancels = ['对方临时出差，改期', '台风停工，路不通'] as const
