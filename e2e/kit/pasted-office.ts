// Clipboard HTML in the markup of Word and Excel, with invented texts.

const WORD_HEAD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns:m="http://schemas.microsoft.com/office/2004/12/omml" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document>
<meta name=Generator content="Microsoft Word 15"><link rel=File-List href="file:///C:/Users/li/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View><w:TrackMoves>false</w:TrackMoves></w:WordDocument></xml><![endif]-->
<style><!-- @font-face {font-family:宋体; panose-1:2 1 6 0 3 1 1 1 1 1;} p.MsoNormal, li.MsoNormal {mso-style-unhide:no; margin:0cm; text-align:justify;}
@page WordSection1 {size:595.3pt 841.9pt;} @list l0 {mso-list-id:1483423512; mso-list-type:hybrid;} @list l0:level1 {mso-level-tab-stop:none;} --></style>
<!--[if gte mso 10]><style> table.MsoNormalTable {mso-style-name:普通表格;} </style><![endif]--></head>`

const item = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraph style='margin-left:${22 * level}.0pt;text-indent:-22.0pt;mso-char-indent-count:0;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
lang=EN-US style='mso-fareast-font-family:等线;mso-bidi-theme-font:minor-latin'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]><span style='font-family:宋体;mso-ascii-font-family:等线'>${text}</span><span lang=EN-US><o:p></o:p></span></p>`

/** A heading, tracked changes and a comment, a nested list, merged cells, a drawing, and a picture by file path. */
export const fromWord = `${WORD_HEAD}
<body lang=ZH-CN style='tab-interval:21.0pt;word-wrap:break-word'><!--StartFragment-->
<h1 align=center style='text-align:center'><a name="_Toc1"></a><span style='mso-bookmark:_Toc1'><span style='font-family:宋体'>周度综述</span></span><span lang=EN-US><o:p></o:p></span></h1>
<p class=MsoNormal><span style='font-family:宋体;mso-hansi-font-family:等线'>本周均价</span><b style='mso-bidi-font-weight:normal'><span lang=EN-US style='color:red'>3830</span></b><span
style='font-family:宋体'>元<span lang=EN-US>/</span>吨，<del cite="mailto:li" datetime="2026-11-20T09:00"><span class=msoDel>上调三十</span></del><ins cite="mailto:li" datetime="2026-11-20T09:01">上调<span lang=EN-US>20</span></ins></span><span class=MsoCommentReference><span lang=EN-US><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[A1]</a></span></span>。<span style='mso-tab-count:1'>&nbsp;&nbsp;&nbsp; </span>见<a href="#_Toc1">上文</a>与<a href="https://example.com/a">原文</a><span style='display:none;mso-hide:all'>隐藏的文字</span></p>
${item(1, '1.', '供应')}
${item(2, 'a)', '检修')}
${item(1, '2.', '需求')}
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-border-alt:solid windowtext .5pt;mso-yfti-tbllook:1184'>
<tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'><td width=277 colspan=2 valign=top style='width:207.4pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt'><p class=MsoNormal align=center style='text-align:center'><span style='font-family:宋体'>价格</span><span lang=EN-US><o:p></o:p></span></p></td></tr>
<tr style='mso-yfti-irow:1'><td width=138 rowspan=2 style='width:103.7pt'><p class=MsoNormal>上海<o:p></o:p></p></td><td width=138 style='width:103.7pt'><p class=MsoNormal align=right style='text-align:right'><span lang=EN-US>3830<o:p></o:p></span></p></td></tr>
<tr style='mso-yfti-irow:2;mso-yfti-lastrow:yes'><td width=138 style='width:103.7pt'><p class=MsoNormal align=right style='text-align:right'><span lang=EN-US>3850<o:p></o:p></span></p></td></tr></table>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="图片_x0020_1" type="#_x0000_t75" style='width:60pt'><v:imagedata src="file:///C:/clip_image001.png" o:title=""/></v:shape><![endif]--><![if !vml]><img
border=0 width=80 height=60 src="file:///C:/Users/li/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png" v:shapes="图片_x0020_1"><![endif]><img width=1 src="data:image/svg+xml;base64,PHN2Zz4=" onerror="alert(1)"></p>
<div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff align=left size=1 width="33%"><![endif]><div style='mso-element:comment'><p class=MsoCommentText>批注的内容</p></div></div>
<!--EndFragment--></body></html>`

export const wordClean =
  '<h2 class="rt-center">周度综述</h2><p>本周均价<strong><span class="rt-red">3830</span></strong>元/吨，上调20。 见上文与<a target="_blank" rel="noopener noreferrer nofollow" href="https://example.com/a">原文</a></p>' +
  '<ol><li><p>供应</p><ol><li><p>检修</p></li></ol></li><li><p>需求</p></li></ol>' +
  '<table><tbody><tr><td colspan="2"><p class="rt-center">价格</p></td></tr><tr><td rowspan="2" width="138"><p>上海</p></td><td width="138"><p class="rt-right">3830</p></td></tr><tr><td width="138"><p class="rt-right">3850</p></td></tr></tbody></table>'

/** Cell formats in classes; cells merged both ways, a hidden row, an accounting format that pads cells with spaces. */
export const fromExcel = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Excel.Sheet><meta name=Generator content="Microsoft Excel 15">
<style><!--table {mso-displayed-decimal-separator:"\\."; mso-displayed-thousand-separator:"\\,";} @page {margin:.75in .7in;} tr {mso-height-source:auto;}
td {padding-top:1px; color:black; font-weight:400; mso-number-format:General; text-align:general; border:none;}
.xl65 {font-weight:700; text-align:center; border:.5pt solid windowtext;} .xl66 {mso-number-format:"\\#\\,\\#\\#0\\.00_ "; text-align:right;} .xl67 {mso-number-format:"_ * \\#\\,\\#\\#0_ ";}
ruby {ruby-align:left;} rt {display:none;} --></style></head>
<body link="#0563C1" vlink="#954F72"><table border=0 cellpadding=0 cellspacing=0 width=288 style='border-collapse:collapse;width:216pt'>
<!--StartFragment--><col width=72 span=3 style='width:54pt'>
<tr height=20 style='height:15.0pt'><td rowspan=2 height=40 class=xl65 width=72 style='height:30.0pt;width:54pt'>市场</td><td colspan=2 class=xl65 width=144 style='border-left:none;width:108pt'>均价</td></tr>
<tr height=20 style='height:15.0pt'><td height=20 class=xl65 style='height:15.0pt'>本周</td><td class=xl65>上周</td></tr>
<tr height=0 style='display:none'><td>隐藏行</td><td class=xl66>1</td><td class=xl66>2</td></tr>
<tr height=20 style='height:15.0pt'><td height=20 style='height:15.0pt'>上海<br style='mso-data-placement:same-cell'>现货</td><td class=xl66 x:num="3830">3,830.00 </td><td class=xl67 x:num="3810"><span style='mso-spacerun:yes'>&nbsp;</span>3,810<span style='mso-spacerun:yes'>&nbsp;</span></td></tr>
<tr height=20><td height=20>&nbsp;</td><td class=xl66 x:fmla="=SUM(B3:B4)">=SUM(B3:B4)</td><td onclick="alert(1)">-</td></tr>
<!--EndFragment--></table></body></html>`

export const excelClean =
  '<table><tbody><tr><td rowspan="2" width="72"><p class="rt-center"><strong>市场</strong></p></td><td colspan="2"><p class="rt-center"><strong>均价</strong></p></td></tr>' +
  '<tr><td><p class="rt-center"><strong>本周</strong></p></td><td><p class="rt-center"><strong>上周</strong></p></td></tr>' +
  '<tr><td width="72"><p>上海<br>现货</p></td><td><p class="rt-right">3,830.00</p></td><td><p>3,810</p></td></tr>' +
  '<tr><td width="72"><p></p></td><td><p class="rt-right">=SUM(B3:B4)</p></td><td><p>-</p></td></tr></tbody></table>'

const wpsItem = (list: number, marker: string, text: string) =>
  `<p class="MsoNormal" style="margin-left:21.0000pt;text-indent:-21.0000pt;mso-list:l${list} level1 lfo${list + 1};"><![if !supportLists]><span style="font-family:Wingdings;mso-fareast-font-family:宋体;"><span style='mso-list:Ignore;'>${marker}<span>&nbsp;</span></span></span><![endif]><span style="mso-spacerun:'yes';font-family:宋体;mso-ascii-font-family:Calibri;font-size:10.5000pt;">${text}</span><span style="mso-spacerun:'yes';font-size:10.5000pt;"><o:p></o:p></span></p>`

/** WPS Writer calls every run of text a spacerun. A bulleted list, and a numbered one right after it. */
export const fromWps = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 14"><style>@font-face{font-family:"Times New Roman";}
p.MsoNormal{mso-style-name:正文;margin:0pt;text-align:justify;mso-pagination:none;}</style></head>
<body style="tab-interval:21pt;text-justify-trim:punctuation;"><!--StartFragment-->
<p class="MsoNormal"><span style="mso-spacerun:'yes';font-family:宋体;font-size:10.5000pt;mso-font-kerning:1.0000pt;">沙河市场</span><b><span style="mso-spacerun:'yes';font-family:宋体;font-weight:bold;">均价3830元</span></b><span style="mso-spacerun:'yes';">&nbsp;</span><span style="mso-spacerun:'yes';font-family:宋体;">环比上涨20</span></p>
${wpsItem(0, 'l', '库存下降')}
${wpsItem(0, 'l', '需求平稳')}
${wpsItem(1, '1.', '周一检修')}
${wpsItem(1, '2.', '周三复产')}
<!--EndFragment--></body></html>`

export const wpsClean =
  '<p>沙河市场<strong>均价3830元</strong> 环比上涨20</p><ul><li><p>库存下降</p></li><li><p>需求平稳</p></li></ul>' +
  '<ol><li><p>周一检修</p></li><li><p>周三复产</p></li></ol>'
