// Words of the audit log for articles.

export const targets = [{ value: 'article', label: '资讯' }]

export const verbs = {}

export const fields = {
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
