// Audit log labels of the operations area.

export const targets = {
  registrationStatistics: '注册明细',
  registrationFigures: '注册服务统计',
  searchFigures: '推广数据明细',
  searchMarketing: '推广数据',
  searchWord: '搜索词',
  semAccount: '推广账号',
  semNode: '推广项目',
  semNote: '推广标注',
  searchDetail: '推广明细',
}

export const verbs = {
  mark: '标记',
}

export const fields = {
  mark: '标记',
  words: '搜索词',
  match: '匹配',
  again: '包含已下载的',
  campaign: '计划',
  keyword: '关键词',
  into: '并入',
  firstTouch: '首次来源',
  lastTouch: '末次来源',
  touches: '访问记录',
  label: '备注名',
  targetCost: '目标注册成本',
  timeZone: '时区',
  monthlyBudget: '月预算',
  settlingDays: '结算天数',
  cashFactors: '返点系数',
  act: '变更',
  account: '账号',
  cost: '消费',
  sums: '合计',
  cut: '细分',
  part: '流量',
  chunk: '分片',
  chunks: '分片数',
  more: '更多文件',
}
