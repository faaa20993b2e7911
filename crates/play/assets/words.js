// The texts of the page in both languages. The offer of a game contains the translations of its texts.

import { keep, kept, offer } from "./page.js";

const words = {
  en: {
    friend: "A friend", friendNote: "by a link", ownName: "Your name", link: "Link", linkCode: "The link as a QR code", sendLink: "Send this link to your friend, or let them scan the code. The game begins when they open it.",
    unreachable: "Only this computer reaches the link. For friends on your network, start the server with --address 0.0.0.0.", friendJoined: "Your friend is here.", friendLeft: "Your friend has left; the game waits.", away: "away", nobodyYet: "waiting for a friend",
    askTakeBack: "Ask to take back", allowTakeBack: "Allow take-back", asksTakeBack: "asks to take back the last turn", offerRematch: "Offer a rematch", rematchOffered: "Rematch offered", acceptRematch: "Accept the rematch",
    takeBack: "Take back", draw: "Draw", resign: "Resign", claim: "Claim", flip: "Flip", letters: "Letters", newGame: "Play", newTitle: "New game",
    notation: "Notation", turn: "Turn", turns: "turns", asText: "The game as text", game: "Game", rules: "Rules", clock: "Clock",
    position: "Position", cancel: "Cancel", begin: "Start game", person: "Person", engine: "Engine", level: "Engine, level",
    nodesPerSecond: "n/s", thinking: "is thinking…", toMove: "to move", secondStone: "to play the second stone (click the first to take it back)", wins: "wins", drawn: "Draw", offers: "offers a draw",
    slow: "The server does not answer; waiting…", disconnected: "Connection lost; reconnecting…", language: "中文", depth: "Depth", board: "Board", names: "Names",
    firstPosition: "First position", back: "Back", on: "Forward", newest: "Newest position", close: "Close",
    keptGames: "Games", games: "games", all: "All", player: "Player", result: "Result", since: "Since", until: "Until",
    opening: "Opening", search: "Search", more: "More", delete: "Delete", decline: "Decline", seats: "Change players…", sit: "Change players", setUp: "Set up a position…", pieces: "Pieces", takeOff: "Remove",
    emptyBoard: "Clear the board", play: "Play", ruling: "Ruling on the repetition", settingUp: "A position is being set up",
    analysis: "Lines", explain: "Explain the evaluation", review: "Review game", endReview: "End review", keepReview: "Write into the game", inBook: "Book", accuracy: "Accuracy", better: "Better",
    inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder", graph: "Winning chances during the game",
    chanceOf: "Winning chances of",
    stop: ". ", openings: "Openings", book: "Book", playedHere: "Games on this server", unknown: "nothing known about this position", provedWin: "proved win", provedLoss: "proved loss",
    showOpenings: "Show openings", openingsEndings: "Show openings and endings", endgameTable: "Endgame table", resultOf: "result for …, plies to mate",
    wonIn: "Won in …", "drawn-unless-ruled": "Drawn unless a ruling decides", lostIn: "Lost in …",
    move: "Move", number: "Games", won: "Won", drawnShort: "Drawn", lost: "Lost", results: "Won, drawn, lost", resultsFor: "results for …, %",
    problems: "Problems", problem: "Problem", prove: "Prove a win", proofSought: "Searching for a proof…", proofNone: "No proof was found.",
    proofFound: "A win is proved; turns in the longest line (in all lines):", proofEnd: "There is no defence.", replies: "Replies",
    checking: "Checking the answer…", right: "Right! Continue.", wrong: "Wrong", solved: "Solved!", again: "Again", next: "Next",
    others: "Other…", record: "Record", save: "Save", load: "Open file…", text: "Text",
    dropHint: "You can also drop a file on the page, or paste a game.", tooLong: "The file is too long; split it into files of 240 kB.", ownRules: "Other rules",
    aboutLevels: "Elo compares the levels of one game with each other, not with people.",
    settings: "Settings", menu: "Menu", hint: "Hint", kind: "Kind", playedGames: "Games", analyses: "Analyses", deleted: "Deleted", rematch: "Play again", youWon: "You won", youLost: "You lost", you: "You", acceptDraw: "Accept draw", reallyAct: "…?",
    tabMoves: "Moves", tabAnalysis: "Analysis", tabGame: "Game", turnHint: "Type a move", marks: "Marks", comment: "Comment", undo: "Undo", redo: "Redo", promote: "Make main line", removeLine: "Delete from here",
    thoughts: "Show the engine’s thinking during a game", share: "Share", problemTheme: "Theme", difficulty: "difficulty", invite: "Invite…", inviteFor: "Link for …", spectators: "spectators", spectating: "You are watching this game.", copyLink: "Copy link", linkCopied: "Link copied.", damagedLink: "The link is damaged: it contains no game.", linkShown: "Copy the address of this page: it is the link.", drawing: "Drawing…",
    keepStudy: "Save in browser", studies: "Saved in this browser", studyKept: "The game is saved in this browser.", unkept: "The browser has no room, or does not allow this page to keep anything.", studyName: "Name", open: "Open", contents: "Games in the file", leftOut: "Part of the record cannot be read and was left out",
    opponent: "Opponent", youPlay: "You play", random: "Random", noClock: "No clock", ownTime: "Custom", minutes: "minutes", increment: "seconds per move", wrongTime: "The time is not a number of minutes and seconds.",
    moreOptions: "More options", personHere: "Two players on this board",
    strengths: ["Beginner", "Casual", "Club player", "Strong", "Expert", "Full strength"],
    theme: "Board", wood: "Wood", jade: "Jade", plain: "Plain", brightness: "Brightness", asSystem: "System", light: "Light", dark: "Dark",
    pieceSet: "Pieces", setChinese: "Chinese characters", setWestern: "Pictures", sounds: "Sounds", numbers: "Numbers on stones",
    keysHint: "Keys: ← → step, ↑ ↓ first and last position, F flips the board, Ctrl-Z undoes a change, Ctrl-Y makes it again. Right-click draws arrows.",
    findBetter: "Find better", findIt: "Find a better move on the board.", notBest: "Another move is better. Try again.", showSolution: "Show it",
    solvedCount: "Solved: ", rating: "Rating", inARow: "# in a row", noMoves: "No moves yet", noGames: "No games found", oneGame: "1 game", goalIn: "… in #", markNames: { "!!": "Excellent move", "!": "Good move", "!?": "Interesting move", "?!": "Dubious move", "?": "Mistake", "??": "Blunder" }, colon: ": ", comma: ", ", gap: " ",
  },
  zh: {
    friend: "朋友", friendNote: "通过链接", ownName: "你的名字", link: "链接", linkCode: "链接的二维码", sendLink: "把链接发给朋友，或让对方扫描二维码。对方打开链接后即可开始。",
    unreachable: "只有本机能打开这个链接。要让同一网络中的朋友加入，请用 --address 0.0.0.0 启动服务器。", friendJoined: "朋友来了。", friendLeft: "朋友离开了，棋局等待中。", away: "不在", nobodyYet: "等待朋友",
    askTakeBack: "请求悔棋", allowTakeBack: "同意悔棋", asksTakeBack: "请求悔棋", offerRematch: "提议再来一局", rematchOffered: "已提议再来一局", acceptRematch: "同意再来一局",
    takeBack: "悔棋", draw: "求和", resign: "认输", claim: "提请裁决", flip: "翻转", letters: "字母", newGame: "对弈", newTitle: "新对局",
    notation: "记谱", turn: "着法", turns: "手", asText: "对局文本", game: "棋种", rules: "规则", clock: "时限",
    position: "局面", cancel: "取消", begin: "开始对局", person: "棋手", engine: "引擎", level: "引擎，级别",
    nodesPerSecond: " 节点/秒", thinking: "正在思考……", toMove: "走棋", secondStone: "下第二子（点第一子可收回）", wins: "胜", drawn: "和棋", offers: "提议和棋",
    slow: "服务器没有回应，正在等待……", disconnected: "连接已断开，正在重试……", language: "English", depth: "深度", board: "棋盘", names: "姓名",
    firstPosition: "初始局面", back: "后退", on: "前进", newest: "最新局面", close: "关闭",
    keptGames: "棋谱库", games: "局", all: "全部", player: "棋手", result: "结果", since: "起始日期", until: "截止日期",
    opening: "开局", search: "查找", more: "更多", delete: "删除", decline: "不同意和棋", seats: "更换对局者…", sit: "更换对局者", setUp: "摆局…", pieces: "棋子", takeOff: "移除",
    emptyBoard: "清空", play: "开始对弈", ruling: "重复局面的裁决", settingUp: "正在摆局",
    analysis: "变化", explain: "显示评估明细", review: "复盘", endReview: "结束复盘", keepReview: "写入棋谱", inBook: "谱着", accuracy: "准确度", better: "更好的着法",
    inaccuracy: "缓着", mistake: "错着", blunder: "败着", graph: "全局胜率曲线",
    chanceOf: "胜率：",
    stop: "。", openings: "开局库", book: "开局库", playedHere: "本站对局", unknown: "没有这个局面的资料", provedWin: "已证明取胜", provedLoss: "已证明落败",
    showOpenings: "显示开局库", openingsEndings: "显示开局库和残局库", endgameTable: "残局库", resultOf: "…结果，距将死步数",
    wonIn: "胜，… 步", "drawn-unless-ruled": "和（裁决除外）", lostIn: "负，… 步",
    move: "着法", number: "局数", won: "胜", drawnShort: "和", lost: "负", results: "胜和负", resultsFor: "…战绩，%",
    problems: "习题", problem: "习题", prove: "证明取胜", proofSought: "正在寻找证明……", proofNone: "没有找到证明。",
    proofFound: "已证明取胜；最长变化的手数（全部变化）：", proofEnd: "对方已无法防守。", replies: "应着",
    checking: "正在检查答案……", right: "正确！请继续。", wrong: "错误", solved: "解出来了！", again: "重来", next: "下一题",
    others: "其他…", record: "棋谱", save: "保存", load: "打开文件…", text: "文本",
    dropHint: "也可以把棋谱文件拖到页面上，或直接粘贴棋谱。", tooLong: "文件太长，请分成不超过 240 kB 的文件。", ownRules: "其他规则",
    aboutLevels: "Elo 只表示同一棋种各级别之间的差距，不是对人的等级分。",
    settings: "设置", menu: "菜单", hint: "提示", kind: "类别", playedGames: "对局", analyses: "分析", deleted: "已删除", rematch: "再来一局", youWon: "你赢了", youLost: "你输了", you: "你", acceptDraw: "同意和棋", reallyAct: "确定…？",
    tabMoves: "着法", tabAnalysis: "分析", tabGame: "对局", turnHint: "输入着法", marks: "标记", comment: "注解", undo: "撤销", redo: "重做", promote: "设为主变", removeLine: "从此删除",
    thoughts: "对局中显示引擎的思考", share: "分享", problemTheme: "主题", difficulty: "难度", invite: "邀请…", inviteFor: "给…的链接", spectators: "观众", spectating: "你正在观看这局棋。", copyLink: "复制链接", linkCopied: "链接已复制。", damagedLink: "链接已损坏：其中没有棋局。", linkShown: "链接就是本页的地址。", drawing: "正在绘制……",
    keepStudy: "保存到浏览器", studies: "已保存在浏览器中的棋谱", studyKept: "棋谱已保存在本浏览器中。", unkept: "浏览器没有空间，或不允许本页保存。", studyName: "名称", open: "打开", contents: "文件中的对局", leftOut: "棋谱中有一部分无法读取，已略去",
    opponent: "对手", youPlay: "执棋", random: "随机", noClock: "不计时", ownTime: "自定义", minutes: "分钟", increment: "秒（每步加时）", wrongTime: "时间应为分钟数和秒数。",
    moreOptions: "更多选项", personHere: "双人同机对弈",
    strengths: ["入门", "初级", "中级", "高级", "高手", "最强"],
    theme: "棋盘", wood: "木纹", jade: "青玉", plain: "素色", brightness: "明暗", asSystem: "跟随系统", light: "浅色", dark: "深色",
    pieceSet: "棋子", setChinese: "汉字", setWestern: "图形", sounds: "声音", numbers: "棋子上显示手数",
    keysHint: "按键：← → 前后移动，↑ ↓ 到开头和末尾，F 翻转棋盘，Ctrl-Z 撤销，Ctrl-Y 重做。右键画箭头。",
    findBetter: "找更好的着法", findIt: "请在棋盘上走出更好的着法。", notBest: "还有更好的着法，请再试试。", showSolution: "显示答案",
    solvedCount: "已解：", rating: "等级分", inARow: "连对 # 题", noMoves: "尚无着法", noGames: "没有找到棋谱", oneGame: "1 局", goalIn: "…（# 步）", markNames: { "!!": "妙着", "!": "好着", "!?": "有意思的着法", "?!": "疑问着", "?": "错着", "??": "败着" }, colon: "：", comma: "，", gap: "",
  },
};

let language = kept.language ?? (navigator.language.startsWith("zh") ? "zh" : "en");
export const isChinese = () => language === "zh";
export const word = (name) => words[language][name] ?? name;

// Selects the title in the language of the page.
export const title = ([english, chinese]) => (isChinese() ? chinese : english);

// Translates the known phrases in a text of a game.
export function translated(text, game = offer()) {
  if (!isChinese()) return text;
  for (const [english, chinese] of game?.words ?? []) text = text.replaceAll(english, chinese);
  return text;
}
export const sideName = (name) => translated(name);

export function translatePage() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of document.querySelectorAll("[data-hint]")) element.placeholder = word(element.dataset.hint);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", word(element.dataset.label));
  // A button with a picture or a sign alone has a name that appears under the pointer.
  for (const element of document.querySelectorAll("button[data-label]")) element.title = word(element.dataset.label);
  for (const element of document.querySelectorAll("[data-mark]")) element.title = word("markNames")[element.dataset.mark];
  for (const element of document.querySelectorAll("[data-empty]")) element.dataset.empty = word(element.dataset.emptyWord);
}

export function changeLanguage() {
  language = isChinese() ? "en" : "zh";
  keep({ language });
  translatePage();
}
