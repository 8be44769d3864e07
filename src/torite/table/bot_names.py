"""What bots are called: a log has the first of these names, a reader sees the one of the own language."""

from torite.locale import LANGUAGES, has_text, text

BOT_NAMES = ("Haru", "Natsu", "Aki", "Fuyu", "Sora", "Umi", "Yama", "Kaze", "Hoshi", "Tsuki")


def shown_names(name: str) -> set[str]:
    """All that readers see of this bot."""
    key = f"ui.bot.{name}"
    return {name, *(text(key, lang) for lang in LANGUAGES if has_text(key))}
