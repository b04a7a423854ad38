// Audit log labels of the operations area.

export const targets = {
  registrationStatistics: '注册服务统计',
  searchFigures: '推广数据明细',
  searchMarketing: '推广数据',
  searchWord: '搜索词',
  searchDetail: '推广明细',
}

export const verbs = {
  mark: '标记',
}

export const fields = {
  mark: '标记',
  words: '搜索词',
  campaign: '计划',
  firstTouch: '首次来源',
  lastTouch: '末次来源',
}
