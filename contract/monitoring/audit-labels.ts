// Audit log labels of monitoring.

export const targets = {
  due: '监控项',
  absence: '外出登记',
  reliability: '更新及时率',
  monitoringRule: '监控规则',
  calendar: '日历',
}

export const verbs = {
  excuse: '说明赶不上',
  unexcuse: '撤销说明',
  saveYear: '保存年份',
  batchEdit: '批量设置',
}

export const fields = {
  fromDay: '开始日期',
  toDay: '结束日期',
  responsibleId: '负责人',
  deputyId: '替补',
  by: '分组',
  seriesId: '衍生数据',
  importName: '导入',
  calendarId: '日历',
  nth: '第几个工作日',
  warnMinutes: '提前提醒',
  graceMinutes: '宽限',
  escalateMinutes: '逾期上报',
  channel: '提醒方式',
  articleKind: '资讯类型',
  edition: '语种',
  wanted: '每日篇数',
  isYearly: '每年公布',
  year: '年份',
  monitoringRuleIds: '监控规则',
  exceptions: '日期',
  batchId: '批次',
}
