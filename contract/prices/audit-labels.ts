// Words of the audit log for prices and quote items.

export const targets = [
  { value: 'quoteItem', label: '报价项' },
  { value: 'price', label: '价格' },
  { value: 'series', label: '系列' },
]

export const verbs = {
  verify: '审核通过',
  cancelVerify: '取消审核',
  overrule: '驳回',
  correct: '提交更正',
  remark: '修改英文备注',
  stopUpdate: '停止更新',
}

export const fields = {
  prices: '价格',
  origin: '来源',
  publication: '发布序号',
  opinion: '意见',
  cause: '更正类型',
  englishName: '英文名称',
  quoteItemId: '报价项',
  quoteItemIds: '报价项',
  low: '低价',
  high: '高价',
  average: '均价',
  englishRemark: '英文备注',
  isOffDay: '非发布日',
  market: '市场',
  specification: '规格',
  brand: '品牌或产地',
  unit: '单位',
  currency: '币种',
  isTaxIncluded: '含税',
  delivery: '交货方式',
  decimals: '小数位数',
  allowsNegative: '允许负值',
  frequency: '更新频率',
  weekdays: '更新星期',
  dueTime: '应更新时间',
  usualMove: '通常日波动',
  lowest: '最低限',
  highest: '最高限',
  method: '采集方法',
  withinDays: '缺价时沿用天数',
  formula: '公式',
  validFrom: '生效日期',
  analystId: '分析师',
  deputyId: '替补分析师',
  stoppedOn: '停更日期',
}
