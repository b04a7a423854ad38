// Names of people who do not exist, with the letters of which their login names are made.
import type { Chance } from './random.ts'

type Syllables = { hanzi: string; letters: string }

function read(text: string): Syllables[] {
  return text.split(' ').map((word) => {
    const [hanzi = '', letters = ''] = word.split('/')
    return { hanzi, letters }
  })
}

const surnames = read(
  '王/wang 李/li 张/zhang 刘/liu 陈/chen 杨/yang 黄/huang 赵/zhao 吴/wu 周/zhou 徐/xu 孙/sun 马/ma 朱/zhu 胡/hu 郭/guo ' +
    '何/he 林/lin 高/gao 罗/luo 郑/zheng 梁/liang 谢/xie 宋/song 唐/tang 许/xu 邓/deng 冯/feng 韩/han 曹/cao 曾/zeng ' +
    '彭/peng 萧/xiao 蔡/cai 潘/pan 田/tian 董/dong 袁/yuan 于/yu 余/yu 叶/ye 蒋/jiang 杜/du 苏/su 魏/wei 程/cheng ' +
    '吕/lv 丁/ding 沈/shen 任/ren 姚/yao 卢/lu 傅/fu 钟/zhong 崔/cui 汪/wang 范/fan 陆/lu 廖/liao 贾/jia',
)

const givenNames = read(
  '文博/wenbo 志川/zhichuan 晓舟/xiaozhou 建川/jianchuan 国霖/guolin 海澄/haicheng 立诚/licheng 明睿/mingrui 俊霖/junlin ' +
    '浩宁/haoning 天佑/tianyou 子墨/zimo 嘉树/jiashu 泽远/zeyuan 宏远/hongyuan 振川/zhenchuan 永宁/yongning 家铭/jiaming ' +
    '启航/qihang 思齐/siqi 景行/jingxing 逸帆/yifan 承泽/chengze 向阳/xiangyang 兆丰/zhaofeng 瑞霖/ruilin 旭阳/xuyang ' +
    '婉清/wanqing 晓岚/xiaolan 雅琴/yaqin 丽筠/lijun 秀云/xiuyun 欣然/xinran 佳宁/jianing 梦洁/mengjie 思涵/sihan ' +
    '雨桐/yutong 静姝/jingshu 若楠/ruonan 慧宁/huining 淑仪/shuyi 海棠/haitang 春晓/chunxiao 雪莹/xueying 诗雅/shiya ' +
    '可欣/kexin 语涵/yuhan 玉珍/yuzhen 巧云/qiaoyun 月华/yuehua 芷晴/zhiqing 清妍/qingyan 书瑶/shuyao 曼婷/manting',
)

export function drawName(chance: Chance): { realName: string; letters: string } {
  const surname = chance.pick(surnames)
  const givenName = chance.pick(givenNames)
  return { realName: surname.hanzi + givenName.hanzi, letters: surname.letters + givenName.letters }
}
