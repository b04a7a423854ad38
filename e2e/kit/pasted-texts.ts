// What people see in a document, and the clipboard HTML that its program writes for it, with invented texts. `text` is all
// visible text in reading order without markers of lists; `html` is a part of what the editor makes of it.

export type PastedText = { from: string; clipboard: string; text: string; html: string; said?: RegExp }

const OFFICE = `xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"`

// WPS Writer: lower-case attributes in double quotes, sizes with four decimals, and each run of text a `spacerun`.
const wpsRun = (text: string, style = '') =>
  `<span style="mso-spacerun:'yes';font-family:宋体;mso-ascii-font-family:Calibri;mso-hansi-font-family:Calibri;mso-bidi-font-family:'Times New Roman';font-size:10.5000pt;mso-font-kerning:1.0000pt;${style}">${text}</span>`
const wpsWriter: PastedText = {
  from: 'WPS Writer',
  clipboard: `<html ${OFFICE}><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 14"><meta name=Originator content="Microsoft Word 14"><style>
@font-face{font-family:"宋体";} p.MsoNormal{mso-style-name:正文;margin:0pt;} p.MsoFootnoteText{mso-style-noshow:yes;}</style></head><body style="tab-interval:21pt;text-justify-trim:punctuation;"><!--StartFragment-->
<h1 style="text-align:center;">${wpsRun('周度综述', 'font-weight:bold;')}</h1>
<p class=MsoNormal>${wpsRun('CO')}<sub>${wpsRun('2', 'vertical-align:sub;')}</sub>${wpsRun('排放')}<sup>${wpsRun('①', 'vertical-align:super;')}</sup><b>${wpsRun('上涨', 'color:rgb(255,0,0);font-weight:bold;')}</b>${wpsRun('&nbsp;')}${wpsRun('20元')}${wpsRun('<o:p></o:p>')}</p>
<p class=MsoNormal style="mso-list:l0 level1 lfo1;"><![if !supportLists]><span style="font-family:Wingdings;"><span style='mso-list:Ignore;'>l<span>&nbsp;</span></span></span><![endif]>${wpsRun('库存下降')}</p>
<table class=MsoTableGrid style="border-collapse:collapse;width:426.1000pt;"><tr><td width=284 valign=top colspan=2 style="width:213.0500pt;"><p class=MsoNormal>${wpsRun('华东市场')}</p></td></tr><tr><td width=142 valign=top style="width:106.5000pt;"><p class=MsoNormal>${wpsRun('上海')}</p></td><td width=142 valign=top><p class=MsoNormal align=right style="text-align:right;">${wpsRun('3830')}</p></td></tr></table>
<!--EndFragment--></body></html>`,
  text: '周度综述 CO2排放①上涨 20元 库存下降 华东市场 上海 3830',
  html: '<p>CO<sub>2</sub>排放<sup>①</sup><strong><span class="rt-red">上涨</span></strong> 20元</p><ul><li><p>库存下降</p></li></ul>',
}

// WPS Spreadsheets: classes `et1…` beside `xl65…`, no quotes around them, cells with `x:str` and `x:num`.
const wpsSheet: PastedText = {
  from: 'WPS Spreadsheets',
  clipboard: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"/><meta name="ProgId" content="Excel.Sheet"/><meta name="Generator" content="WPS Office ET"/><style>
<!-- @page {margin:1.00in 0.75in;} .font0 {color:#000000; font-size:11.0pt;} td {mso-style-parent:style0; text-align:general;} .xl65 {mso-style-parent:style0; text-align:center; font-weight:700;} .xl66 {mso-style-parent:style0; text-align:right; color:#FF0000;} --></style></head><body><!--StartFragment--><table width="210" border="0" cellpadding="0" cellspacing="0" style='width:157.50pt;border-collapse:collapse;table-layout:fixed;'><col width="70" style='width:52.50pt;'/>
<tr height="18" style='height:13.50pt;'><td class="xl65" height="18" width="140" colspan="2" style='height:13.50pt;width:105.00pt;' x:str>品种</td><td class="xl65" x:str>涨跌</td></tr><tr height="18"><td rowspan="2" x:str>螺纹钢<br/>HRB400</td><td x:str>上海</td><td class="xl66" x:num="-20">-20</td></tr><tr height="18"><td x:str>杭州&nbsp;</td><td class="xl66" x:num="20"><span style='mso-spacerun:yes;'>&nbsp;</span>20<span style='mso-spacerun:yes;'>&nbsp;</span></td></tr></table><!--EndFragment--></body></html>`,
  text: '品种 涨跌 螺纹钢 HRB400 上海 -20 杭州 20',
  html: '<td rowspan="2"><p>螺纹钢<br>HRB400</p></td><td><p>上海</p></td><td><p class="rt-right"><span class="rt-red">-20</span></p></td>',
}

// Word: attributes without quotes, `lang` on runs of Latin letters, conditional comments, tracked changes, comments.
const word: PastedText = {
  from: 'Word',
  clipboard: `<html ${OFFICE}><head><meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal {margin:0cm;} --></style></head>
<body lang=ZH-CN><!--StartFragment--><p class=MsoNormal><span style='font-family:宋体'>库存<span lang=EN-US>100&nbsp;000</span>吨，<del cite="mailto:li" datetime="2026-11-20T09:00"><span class=msoDel>下降</span></del><ins cite="mailto:li" datetime="2026-11-20T09:01">上升</ins>，产<span lang=EN-US>&shy;</span>能<span lang=EN-US>m<sup>3</sup></span>与<span lang=EN-US>H<sub>2</sub>O</span></span><span class=MsoCommentReference><span lang=EN-US><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[A1]</a></span></span><o:p>。</o:p></p>
<p class=MsoListParagraph style='margin-left:22.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span style='font-family:宋体;color:#7030A0'>供应</span></p>
<p class=MsoListParagraph style='margin-left:44.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span lang=EN-US><span style='mso-list:Ignore'>a)<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]><span style='font-family:宋体'>检修</span></p>
<p class=MsoNormal><!--[if gte vml 1]><v:shape type="#_x0000_t75"><v:imagedata src="file:///C:/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=80 height=60 src="file:///C:/Users/li/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png" v:shapes="图片_x0020_1"><![endif]></p>
<div style='mso-element:comment-list'><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>请核对</p></div></div></div><!--EndFragment--></body></html>`,
  text: '库存100 000吨，上升，产\u00ad能m3与H2O。 供应 检修',
  html: 'm<sup>3</sup>与H<sub>2</sub>O。</p><ol><li><p><span class="rt-purple">供应</span></p><ol><li><p>检修</p></li></ol></li></ol>',
  said: /有 1 张图片没有粘贴进来|批注 1 条、修订中已删除的文字 1 处没有粘贴进来/,
}

// Excel: styles by class in a commented style element, `<col span>`, padding spans of accounting formats.
const excel: PastedText = {
  from: 'Excel',
  clipboard: `<html xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=ProgId content=Excel.Sheet><meta name=Generator content="Microsoft Excel 15"><style><!-- .xl65 {font-weight:700;text-align:center;} .xl66 {color:#00B050;} .xl67 {mso-number-format:"_ * \\#\\,\\#\\#0_ ";} --></style></head><body link="#0563C1" vlink="#954F72"><table border=0 cellpadding=0 cellspacing=0 width=216><!--StartFragment--><col width=72 span=3 style='width:54pt'>
<tr height=20><td colspan=3 class=xl65 width=216>11月均价（元/吨）</td></tr><tr height=20><td rowspan=2 height=40>上海</td><td class=xl66>-12.5%</td><td class=xl67><span style='mso-spacerun:yes'>&nbsp;&nbsp;</span>3,830<span style='mso-spacerun:yes'>&nbsp;</span></td></tr><tr height=20><td height=20>m<font class="font6"><sup>3</sup></font></td><td>#N/A</td></tr><!--EndFragment--></table></body></html>`,
  text: '11月均价（元/吨） 上海 -12.5% 3,830 m3 #N/A',
  html: '<td><p><span class="rt-green">-12.5%</span></p></td><td><p>3,830</p></td></tr><tr><td><p>m<sup>3</sup></p></td><td><p>#N/A</p></td></tr>',
}

// LibreOffice Writer: `font` elements for faces and colours, lists nested beside items, footnotes with anchors, `del` and `ins`.
const libreOffice: PastedText = {
  from: 'LibreOffice',
  clipboard: `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 7.6.4.1 (Linux)"/><style type="text/css">@page { size: 21cm 29.7cm } p { line-height: 115% } a.sdfootnoteanc { font-size: 57% }</style></head><body lang="zh-CN" dir="ltr"><p style="line-height: 100%; margin-bottom: 0cm"><font face="Noto Sans CJK SC"><font size="3">市场<font color="#c9211e"><b>上行</b></font>，幅度</font></font><font face="Liberation Serif, serif">2%</font><sup><a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></sup>，<del>原价</del><ins>现价</ins></p>
<ol><li><p>甲</p></li><ol><li><p>甲一</p></li></ol><li><p>乙</p></li></ol>
<table width="100%" cellpadding="4" cellspacing="0"><col width="128*"/><thead><tr><th width="50%"><p>地区</p></th><th><p>价</p></th></tr></thead><tbody><tr><td colspan="2"><p>全国</p></td></tr></tbody></table>
<div id="sdfootnote1"><p class="sdfootnote-western"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>据协会</p></div></body></html>`,
  text: '市场上行，幅度2%1，原价现价 甲 甲一 乙 地区 价 全国 1据协会',
  html: '市场<strong><span class="rt-red">上行</span></strong>，幅度2%<sup>1</sup>，<s>原价</s>现价',
}

// Tencent Docs: a root with `data-copy-origin`, each paragraph styled inline, lists with `data-` attributes.
const tencentDocs: PastedText = {
  from: 'Tencent Docs',
  clipboard: `<meta charset='utf-8'><div data-copy-origin="https://docs.qq.com" style="background-color: rgb(255,255,255);"><p class="paragraph text-align-type-left pap-line-1.3" style="margin-left: 0pt; text-align: left; line-height: 1.3;" data-mark="{&quot;pap&quot;:1}"><span style="font-size: 11pt; font-family: 微软雅黑; color: rgb(0, 0, 0); vertical-align: baseline; letter-spacing: 0pt;">现货</span><span style="font-size: 11pt; color: rgb(192, 0, 0); font-weight: bold;">紧张</span><span style="vertical-align: super; font-size: 11pt;">注</span></p><ul class="list-paragraph" style="list-style-type: disc;"><li data-list-level="0"><span style="color: #333333;">一级</span></li></ul><table style="width: 300pt; table-layout: fixed;"><colgroup><col width="150"><col width="150"></colgroup><tbody><tr style="height: 24pt;"><td rowspan="2" style="border: 1pt solid #000;"><p><span>华北</span></p></td><td><p><span>3810</span></p></td></tr><tr><td><p><span>3820</span></p></td></tr></tbody></table></div>`,
  text: '现货紧张注 一级 华北 3810 3820',
  html: '<p>现货<strong><span class="rt-red">紧张</span></strong><sup>注</sup></p><ul><li><p>一级</p></li></ul>',
}

// Feishu: divs of the class ace-line, list items with data attributes, a last element that carries the whole record as data.
const feishu: PastedText = {
  from: 'Feishu',
  clipboard: `<meta charset='utf-8'><div data-page-id="doxcn1" data-lark-html-role="root" data-docx-has-block-data="true"><h2 class="heading-2 ace-line" style="text-align:left;">要点</h2><div class="ace-line ace-line old-record-id-x1" style="white-space: pre-wrap;"><span style="color: rgb(216, 57, 49);">下调</span> 30 元&nbsp;/ 吨，<strong>观望</strong>，<u>待定</u></div><ol class="list-number1" start="1" style="list-style-type: decimal;"><li class="ace-line" data-list="number"><div>检修</div></li><ol class="list-number2" style="list-style-type: lower-alpha;"><li class="ace-line" data-list="number"><div>三日</div></li></ol></ol><div class="ace-line"><img src="https://internal-api-drive-stream.feishu.cn/space/api/box/x.png" data-ace-status="1"/></div><blockquote><div class="ace-line">引文</div></blockquote></div><span class="lark-record-clipboard" data-lark-record-format="docx/record" data-lark-record-data="{&quot;rootId&quot;:&quot;doxcn1&quot;,&quot;text&quot;:&quot;&lt;p&gt;&quot;}"></span>`,
  text: '要点 下调 30 元 / 吨，观望，待定 检修 三日 引文',
  html: '<span class="rt-red">下调</span> 30 元',
  said: /有 1 张图片没有粘贴进来/,
}

// WeChat articles: nested sections, the text in `span leaf`, pictures with data-src.
const weChat: PastedText = {
  from: 'WeChat article',
  clipboard: `<meta charset='utf-8'><section style="margin: 0px; padding: 0px; max-width: 100%; visibility: visible;" data-pm-slice="1 1 []"><section style="text-align: center;"><span leaf="" style="font-size: 18px;"><span textstyle="" style="font-weight: bold; color: rgb(61, 170, 214);">早间快讯</span></span></section><p style="line-height: 1.75em;"><span leaf="">今日报价</span><span leaf="" style="color: rgb(255, 104, 39);">3830</span><span leaf=""><br></span><span leaf="">成交一般</span></p><section nodeleaf=""><img class="rich_pages wxw-img" data-src="https://mmbiz.qpic.cn/x/640?wx_fmt=png" src="https://mmbiz.qpic.cn/x/640" data-type="png"></section><p style="display: none;"><mp-style-type data-value="3"></mp-style-type></p></section>`,
  text: '早间快讯 今日报价3830 成交一般',
  html: '<span class="rt-orange">3830</span><br>成交一般',
  said: /有 1 张图片没有粘贴进来/,
}

// Outlook: Word's markup with the head of the quoted mail, and signatures in tables.
const outlook: PastedText = {
  from: 'Outlook',
  clipboard: `<html ${OFFICE}><head><meta name=Generator content="Microsoft Word 15 (filtered medium)"><style><!-- p.MsoNormal {margin:0cm;} span.EmailStyle17 {mso-style-type:personal-reply;} --></style></head><body lang=ZH-CN link="#0563C1"><!--StartFragment--><p class=MsoNormal><span lang=EN-US style='color:#1F497D'>Dear all,<o:p></o:p></span></p><p class=MsoNormal><span style='font-family:等线'>报价见下，请于</span><span lang=EN-US>17:00</span><span style='font-family:等线'>前回复</span></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b><span style='font-family:等线'>发件人<span lang=EN-US>:</span></span></b><span lang=EN-US> Li &lt;li@example.com&gt; <br></span><b>主题:</b> 报价</p></div></div><table class=MsoNormalTable border=0><tr><td><p class=MsoNormal><a href="mailto:li@example.com"><span style='color:#0563C1'>li@example.com</span></a></p></td></tr></table><!--EndFragment--></body></html>`,
  text: 'Dear all, 报价见下，请于17:00前回复 发件人: Li <li@example.com> 主题: 报价 li@example.com',
  html: '<p>报价见下，请于17:00前回复</p>',
}

export const pastedTexts: readonly PastedText[] = [
  wpsWriter,
  wpsSheet,
  word,
  excel,
  libreOffice,
  tencentDocs,
  feishu,
  weChat,
  outlook,
]
