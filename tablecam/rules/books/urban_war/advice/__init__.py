"""Urban War's advice before anybody rolls: targets, odds, reach, alerts."""
