// The words that a new database begins with; afterwards they are the staff's.
import type { DictionaryKey } from '#contract/system/dictionary.ts'
import type { Tx } from '../connection.ts'
import { dictionaryWords } from '../schema/system/dictionary.ts'

const words: Readonly<Record<Exclude<DictionaryKey, 'articleTerm' | 'aiSensitive'>, string>> = {
  industry:
    '钢铁冶炼 钢材贸易 有色金属 石油炼化 天然气 煤炭焦化 化工 塑料橡胶 建筑工程 机械制造 汽车 家电 电力 物流仓储 期货与投资 金融 农产品 咨询研究 政府与协会 其他',
  position: '总经理 副总经理 采购经理 销售经理 市场经理 研究员 财务 信息技术 业务员 其他',
  documentKind: '日报 周报 月报 年报 专题报告 数据手册 会议资料 其他',
  registrationInvalid: '号码有误 无法接通 重复提交 竞争同行 没有需求 个人学习 其他',
  orderClosed: '客户取消 价格未谈妥 预算未批 重复下单 改用其他产品 长期未付款 其他',
}

/** With the English for it. */
const terms = {
  螺纹钢: 'rebar',
  热轧卷板: 'hot-rolled coil',
  冷轧卷板: 'cold-rolled coil',
  中厚板: 'medium plate',
  钢坯: 'billet',
  铁矿石: 'iron ore',
  焦炭: 'coke',
  废钢: 'scrap',
  聚乙烯: 'polyethylene',
  聚丙烯: 'polypropylene',
  社会库存: 'social inventory',
  厂内库存: 'mill inventory',
  开工率: 'operating rate',
  成交: 'transactions',
  含税: 'tax inclusive',
  出厂价: 'ex-works price',
  基差: 'basis',
  检修: 'maintenance',
  持稳: 'remained stable',
} as const

const SORT_STEP = 10

export async function seedDictionary(tx: Tx): Promise<void> {
  const plain = Object.entries(words).flatMap(([dictionary, text]) =>
    text.split(' ').map((word, index) => ({
      dictionary: dictionary as DictionaryKey,
      word,
      remark: '',
      sort: (index + 1) * SORT_STEP,
    })),
  )
  const translated = Object.entries(terms).map(([word, remark], index) => ({
    dictionary: 'articleTerm' as const,
    word,
    remark,
    sort: (index + 1) * SORT_STEP,
  }))
  await tx.insert(dictionaryWords).values([...plain, ...translated])
}
