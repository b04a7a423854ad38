// Texts of the demo company's articles: sentences by market mood, in both languages, written for this project.

export type Words = { zh: string; en: string }
export type Mood = 'up' | 'down' | 'flat'

export const openings: Readonly<Record<Mood, readonly Words[]>> = {
  up: [
    {
      zh: '{t}{p}市场稳中上行，主流报价较{b}上调。',
      en: 'The {p} market edged up {t}, with mainstream offers raised from {b}.',
    },
    {
      zh: '受成本支撑，{p}价格继续走高，商家低价惜售。',
      en: 'Supported by costs, {p} prices kept rising and sellers held back low-priced cargoes.',
    },
    {
      zh: '{p}现货偏紧，报价小幅上涨，高价成交略显谨慎。',
      en: 'Spot supply of {p} was tight and offers rose slightly, though buyers were wary of high prices.',
    },
  ],
  down: [
    {
      zh: '{t}{p}市场震荡走弱，部分商家让利出货。',
      en: 'The {p} market weakened {t} as some sellers offered discounts to move stock.',
    },
    {
      zh: '需求跟进不足，{p}价格承压回落。',
      en: 'With demand failing to follow, {p} prices came under pressure and fell.',
    },
    {
      zh: '下游采购放缓，{p}报价下调，市场观望气氛浓厚。',
      en: 'Downstream buying slowed, {p} offers were cut and most participants waited on the sidelines.',
    },
  ],
  flat: [
    {
      zh: '{t}{p}市场报价持稳，成交以刚需为主。',
      en: 'The {p} market was steady {t}, with deals limited to immediate needs.',
    },
    { zh: '{p}供需变化不大，价格整理运行。', en: 'Supply and demand of {p} changed little and prices moved sideways.' },
  ],
}

export const supplies: readonly Words[] = [
  {
    zh: '供应方面，部分装置按计划检修，到货量略有减少，港口库存连续两周下降。',
    en: 'On the supply side, some units are in planned maintenance, arrivals fell slightly and port stocks declined for a second week.',
  },
  {
    zh: '供应方面，企业开工率保持平稳，社会库存处于近三年同期中位水平。',
    en: 'On the supply side, operating rates are stable and inventories are near the three-year average for the season.',
  },
  {
    zh: '供应方面，新增产能逐步释放，区域间资源流动加快，本地到货增加。',
    en: 'On the supply side, new capacity is coming on stream and flows between regions have quickened, adding to local arrivals.',
  },
]

export const demands: readonly Words[] = [
  {
    zh: '需求方面，下游企业按单采购，原料库存维持在七至十天，补库意愿一般。',
    en: 'On the demand side, end users buy to order and keep seven to ten days of feedstock, with little appetite to restock.',
  },
  {
    zh: '需求方面，终端订单环比改善，下游开工小幅回升，询盘活跃度提高。',
    en: 'On the demand side, orders improved on the month, downstream run rates edged up and enquiries became more active.',
  },
  {
    zh: '需求方面，淡季特征明显，终端采购节奏放慢，大单成交有限。',
    en: 'On the demand side, the slack season is evident: buying has slowed and large deals are few.',
  },
]

export const outlooks: Readonly<Record<Mood, readonly Words[]>> = {
  up: [
    {
      zh: '综合来看，成本与库存仍有支撑，预计短期{p}价格偏强运行，关注下游对高价的接受程度。',
      en: 'Overall, costs and low stocks lend support. {p} prices are expected to stay firm in the short term; acceptance of higher prices is the point to watch.',
    },
  ],
  down: [
    {
      zh: '综合来看，市场缺乏利好提振，预计短期{p}价格延续弱势整理，关注装置检修的落实情况。',
      en: 'Overall, the market lacks positive drivers. {p} prices are likely to stay weak in the short term; the extent of maintenance is the point to watch.',
    },
  ],
  flat: [
    {
      zh: '综合来看，多空因素交织，预计短期{p}价格以稳为主，波动幅度有限。',
      en: 'Overall, mixed factors suggest that {p} prices will be largely stable in the short term, with limited moves.',
    },
  ],
}

/** Time words of each kind: the period, and what it is compared with. */
export const times = {
  morning: { t: { zh: '早盘', en: 'in early trade' }, b: { zh: '上一交易日', en: 'the previous session' } },
  daily: { t: { zh: '今日', en: 'today' }, b: { zh: '上一交易日', en: 'the previous session' } },
  weekly: { t: { zh: '本周', en: 'this week' }, b: { zh: '上周', en: 'last week' } },
  monthly: { t: { zh: '本月', en: 'this month' }, b: { zh: '上月', en: 'last month' } },
  analysis: { t: { zh: '近期', en: 'recently' }, b: { zh: '前期', en: 'the earlier range' } },
} as const satisfies Record<string, { t: Words; b: Words }>

/** Short articles by news category: the news, and what it means. */
export const news: Readonly<Record<string, readonly [Words, Words]>> = {
  宏观财经: [
    {
      zh: '最新公布的制造业采购经理指数回到扩张区间，新订单分项改善明显，{p}下游需求预期随之好转。',
      en: 'The latest purchasing managers index returned to expansion with firmer new orders, which lifted demand expectations for {p}.',
    },
    {
      zh: '市场人士认为，订单转化为采购仍需时间，短期{p}价格以跟随成本波动为主。',
      en: 'Market participants say that orders take time to become purchases, and that {p} prices will follow costs for now.',
    },
  ],
  行业政策: [
    {
      zh: '主管部门就{p}行业规范条件公开征求意见，内容涉及能耗、环保与产能布局，反馈期为一个月。',
      en: 'Draft rules for the {p} industry were opened for comment. They cover energy use, emissions and capacity, and the comment period lasts one month.',
    },
    {
      zh: '业内认为，新规将抬高新增产能的门槛，对现货供应的短期影响有限。',
      en: 'The trade expects a higher threshold for new capacity and little effect on spot supply in the short term.',
    },
  ],
  企业动态: [
    {
      zh: '{p}部分生产企业调整出厂报价，其余企业报价持稳，老客户执行合同价。',
      en: 'Some {p} producers adjusted ex-works offers while others held theirs; regular customers pay contract prices.',
    },
    {
      zh: '贸易商跟随调整，实际成交以商谈为主，成交量变化不大。',
      en: 'Traders followed. Deals are negotiated case by case and volumes changed little.',
    },
  ],
  进出口: [
    {
      zh: '海关数据显示，上月{p}进口量环比小幅回落，出口量基本持平。',
      en: 'Customs figures show that {p} imports fell slightly on the month while exports were flat.',
    },
    {
      zh: '内外价差收窄，进口商接货意愿一般，港口库存变化不大。',
      en: 'The arbitrage has narrowed, importers show little interest in new cargoes and port stocks are stable.',
    },
  ],
  装置检修: [
    {
      zh: '{p}部分装置计划于下月上旬检修，预计持续两周左右，期间损失产量有限。',
      en: 'Some {p} units will be shut for about two weeks in early next month, with a limited loss of output.',
    },
    {
      zh: '厂家表示检修期间合同客户正常供货，现货销售量相应减少。',
      en: 'Producers will supply contract customers as usual and sell less on the spot market.',
    },
  ],
  价格快讯: [
    {
      zh: '{p}现货报价调整，低价货源减少，买方按需补货。',
      en: 'Spot offers of {p} were adjusted. Low-priced cargoes are fewer and buyers restock as needed.',
    },
    {
      zh: '截至发稿，多数商家观望，后续关注下游接货情况。',
      en: 'Most sellers were waiting at the time of writing; downstream buying is the point to watch.',
    },
  ],
}

export const notice: readonly [Words, Words] = [
  {
    zh: '自{d}起，{p}报价的发布时间由每个工作日16:30调整为16:00，取价范围与核价方法不变。',
    en: 'From {d}, {p} prices are published at 16:00 instead of 16:30 on each working day. Coverage and method are unchanged.',
  },
  {
    zh: '遇法定节假日按国家公布的安排顺延，各渠道的历史数据不受影响。',
    en: 'On public holidays publication moves to the next working day. Historical data are not affected.',
  },
]

/** Titles by kind; `{p}` the product, `{d}` the day, `{m}` the month. */
export const titles = {
  flash: { zh: '【快讯】{p}部分企业调整出厂报价', en: 'Flash: some {p} producers adjust ex-works offers' },
  morning: { zh: '{p}早间提示（{d}）', en: '{p} morning notes ({d})' },
  daily: { zh: '{p}市场日评（{d}）', en: '{p} daily review ({d})' },
  weekly: { zh: '{p}一周综述（截至{d}）', en: '{p} weekly review (to {d})' },
  monthly: { zh: '{p}{m}市场月报', en: '{p} monthly report ({m})' },
  analysis: { zh: '专题：{p}供需格局变化与价差走势分析', en: 'Analysis: shifting supply, demand and spreads of {p}' },
  notice: { zh: '关于调整{p}报价发布时间的公告', en: 'Notice: change of publication time for {p} prices' },
} as const satisfies Record<string, Words>

/** Titles of flashes by news category. */
export const flashTitles: Readonly<Record<string, Words>> = {
  宏观财经: {
    zh: '【快讯】制造业景气回升，{p}需求预期改善',
    en: 'Flash: firmer factory activity lifts {p} demand outlook',
  },
  行业政策: {
    zh: '【快讯】{p}行业规范条件公开征求意见',
    en: 'Flash: draft rules for the {p} industry open for comment',
  },
  企业动态: titles.flash,
  进出口: { zh: '【快讯】{p}月度进出口数据公布', en: 'Flash: monthly {p} trade figures released' },
  装置检修: { zh: '【快讯】{p}部分装置计划检修', en: 'Flash: {p} units scheduled for maintenance' },
  价格快讯: { zh: '【快讯】{p}现货报价调整', en: 'Flash: {p} spot offers adjusted' },
}

/** News categories of each kind. */
export const categoriesOf: Readonly<Record<keyof typeof titles, readonly string[]>> = {
  flash: Object.keys(flashTitles),
  morning: ['市场综述', '行情分析'],
  daily: ['市场综述', '行情分析'],
  weekly: ['市场综述', '行情分析'],
  monthly: ['市场综述', '行情分析'],
  analysis: ['市场综述', '宏观财经', '行业政策', '进出口', '行情分析'],
  notice: ['企业动态'],
}

export const opinions = [
  '缺少库存数据，请补充后再提交',
  '价格区间与已发布报价不一致，请核对',
  '标题过于笼统，请写明市场',
  '展望部分依据不足，请说明判断的理由',
]

export const remarks = ['请注明数据口径', '此处与昨日日评矛盾，请核对', '建议补充下游开工率', '措辞请再斟酌']

/** News categories of each product besides the general ones. */
export const ownCategories = ['价格快讯', '行情分析'] as const
export const generalEnglish: Readonly<Record<string, string>> = {
  宏观财经: 'Macro economy',
  行业政策: 'Policy',
  市场综述: 'Market review',
  企业动态: 'Companies',
  进出口: 'Trade',
  装置检修: 'Maintenance',
}
