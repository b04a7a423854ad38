// Words of the audit log for articles.

export const targets = [
  { value: 'article', label: '资讯' },
  { value: 'articleTemplate', label: '资讯模板' },
  { value: 'publishingStandard', label: '发布标准' },
]

export const verbs = {}

export const fields = {
  leastWords: '最少字数',
  mostWords: '最多字数',
  leastPictures: '最少图片',
  leastSummary: '摘要最少字数',
  mostSummary: '摘要最多字数',
  requiredFields: '必填内容',
  sources: '允许的来源',
  forbiddenWords: '禁用词',
  timesADay: '每日篇数',
  deadline: '截止时间',
  reviewSteps: '审核级数',
  subtitle: '副标题',
  keywords: '关键词',
  tags: '标签',
  author: '作者',
  newsCategoryId: '资讯分类',
  channels: '发布渠道',
  coverId: '封面',
  attachmentIds: '附件',
  publishAt: '发布时间',
  takeDownAt: '下架时间',
  topUntil: '置顶至',
  figures: '引用的价格',
  note: '版本说明',
  templateVersionId: '模板版本',
  pairId: '对应资讯',
  isPairDone: '译文已更新',
  baseId: '所依据的版本',
  form: '内容',
}
