// Audit log labels of article shares.

export const targets = { share: '文章分享' }

export const verbs = { endShare: '结束', resumeShare: '恢复' }

export const fields = {
  visit: '访问编号',
  seconds: '停留秒数',
  articleId: '资讯',
  shareId: '文章分享',
  shareCode: '分享链接',
}
